import { Badge } from '@mantine/core';
import { type User } from './user-queries.js';

export const ROLES = { admin: 'Administrator', member: 'Member' } as const;

/** Shows whether the user can sign in. */
export function UserState({ user }: { user: User }) {
  if (user.disabled) {
    return (
      <Badge color="gray" variant="light" component="span">
        Disabled
      </Badge>
    );
  }
  if (user.must_change_password) {
    return (
      <Badge color="orange" variant="light" component="span">
        Password change required
      </Badge>
    );
  }
  return (
    <Badge color="gate" variant="light" component="span">
      Active
    </Badge>
  );
}
