import { type UserEntity } from '#access';
import { viewMemberLimits } from './member-limits.js';
import { type UserView } from './user.dto.js';

export function viewUser(user: UserEntity): UserView {
  return {
    id: user.id,
    email: user.email,
    role: user.role,
    disabled: user.disabledAt !== null,
    must_change_password: user.mustChangePassword,
    limits: viewMemberLimits(user),
    last_sign_in_at: user.lastSignInAt?.toISOString() ?? null,
    disabled_at: user.disabledAt?.toISOString() ?? null,
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
  };
}
