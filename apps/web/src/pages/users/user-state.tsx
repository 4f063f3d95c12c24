import { Badge } from '@mantine/core';
import { type User } from './user-queries.js';

export const ROLES = { admin: 'Administrator', member: 'Member' } as const;

/** Whether they can sign in. */
export function UserState({ user }: { user: User }) {
  if (user.disabled) {
    return (
      <Badge color="gray" variant="light" tt="none" component="span">
        Disabled
      </Badge>
    );
  }
  if (user.must_change_password) {
    return (
      <Badge color="orange" variant="light" tt="none" component="span">
        Password change required
      </Badge>
    );
  }
  return (
    <Badge color="gate" variant="light" tt="none" component="span">
      Active
    </Badge>
  );
}
