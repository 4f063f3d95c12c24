import { Badge, Group, Text } from '@mantine/core';
import { type Column } from '../../kit/table/data-table.js';
import { When } from '../../kit/when.js';
import { type IssuedPassword } from './one-time-password.js';
import { UserMenu } from './user-menu.js';
import { type User } from './user-queries.js';

const ROLES = { admin: 'Administrator', member: 'Member' } as const;

export interface UserColumnsOptions {
  /** The person at the screen cannot lock themselves out. */
  ownId: string | undefined;
  onIssued: (issued: IssuedPassword) => void;
  onLimits: (user: User) => void;
}

export function userColumns({ ownId, ...actions }: UserColumnsOptions): Column<User>[] {
  return [
    {
      header: 'E-mail address',
      sortBy: 'email',
      cell: ({ id, email, role }) => (
        <Group gap="xs">
          <Text span inherit fw={550} style={{ overflowWrap: 'anywhere' }}>
            {email}
          </Text>
          {id === ownId ? (
            <Badge variant="default" size="sm" tt="none">
              you
            </Badge>
          ) : null}
          <Text size="xs" c="dimmed" w="100%" hiddenFrom="sm">
            {ROLES[role]}
          </Text>
        </Group>
      ),
    },
    { header: 'Role', wideOnly: true, cell: ({ role }) => ROLES[role] },
    { header: 'State', cell: (user) => <UserState user={user} /> },
    {
      header: 'Last sign-in',
      sortBy: 'last_sign_in_at',
      wideOnly: true,
      cell: ({ last_sign_in_at: at }) => (at === null ? 'Never' : <When at={at} />),
    },
    {
      header: 'Created',
      sortBy: 'created_at',
      wideOnly: true,
      cell: ({ created_at: at }) => <When at={at} />,
    },
    {
      header: 'Actions',
      align: 'right',
      cell: (user) => <UserMenu user={user} isOwn={user.id === ownId} {...actions} />,
    },
  ];
}

function UserState({ user }: { user: User }) {
  if (user.disabled) {
    return (
      <Badge color="gray" variant="light" tt="none">
        Disabled
      </Badge>
    );
  }
  if (user.must_change_password) {
    return (
      <Badge color="orange" variant="light" tt="none">
        New password
      </Badge>
    );
  }
  return (
    <Badge color="gate" variant="light" tt="none">
      Active
    </Badge>
  );
}
