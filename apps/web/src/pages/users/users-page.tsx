import { Badge, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUserPlus, IconUsers, IconUsersPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PageHeader } from '../../kit/page-header.js';
import { ChoiceFilter } from '../../kit/table/choice-filter.js';
import { type Column } from '../../kit/table/data-table.js';
import { FilteredList } from '../../kit/table/filtered-list.js';
import { RowLink } from '../../kit/table/row-link.js';
import { SearchFilter } from '../../kit/table/search-filter.js';
import { type ListState, useListState } from '../../kit/table/use-list-state.js';
import { RelativeTime } from '../../kit/relative-time.js';
import { useSession } from '../../session/session-provider.js';
import { InviteUsersModal } from './invite-users-modal.js';
import { MemberLimitsModal } from './member-limits-modal.js';
import { NewUserModal } from './new-user-modal.js';
import { type IssuedPassword, OneTimePassword } from './one-time-password.js';
import { UserMenu } from './user-menu.js';
import { type User, type UserListQuery, userList } from './user-queries.js';
import { ROLES, UserState } from './user-state.js';

interface UserColumnsOptions {
  /** The signed-in user, who has a different menu. */
  ownId: string | undefined;
  onIssued: (issued: IssuedPassword) => void;
  onLimits: (user: User) => void;
}

const USER_FILTERS = ['email', 'role', 'disabled'] as const;

const ROLE_OPTIONS = [
  { value: 'admin', label: 'Administrators' },
  { value: 'member', label: 'Members' },
];

const STATE_OPTIONS = [
  { value: 'false', label: 'Enabled' },
  { value: 'true', label: 'Disabled' },
];

interface UserFiltersProps {
  listState: ListState<(typeof USER_FILTERS)[number]>;
}

export function UsersPage() {
  const { user: me } = useSession();
  const listState = useListState(USER_FILTERS);
  const query = { sort: listState.sort, cursor: listState.cursor, ...listState.filters } as UserListQuery;
  const [isCreating, creating] = useDisclosure();
  const [isInviting, inviting] = useDisclosure();
  const [issued, setIssued] = useState<IssuedPassword>();
  const [limited, setLimited] = useState<User>();
  return (
    <>
      <PageHeader
        title="Users"
        description="People who can sign in to this console. Applications use tokens instead."
        actions={
          <>
            <Button variant="default" leftSection={<IconUsersPlus size={16} />} onClick={inviting.open}>
              Create several users
            </Button>
            <Button leftSection={<IconUserPlus size={16} />} onClick={creating.open}>
              Create a user
            </Button>
          </>
        }
      />
      <FilteredList
        label="Users"
        result={useQuery(userList(query))}
        listState={listState}
        columns={userColumns({ ownId: me?.id ?? undefined, onIssued: setIssued, onLimits: setLimited })}
        defaultSort="email"
        filters={<UserFilters listState={listState} />}
        // The list is never empty, because it contains the signed-in user.
        none={null}
        noneFound={{ icon: IconUsers }}
      />
      <NewUserModal opened={isCreating} onClose={creating.close} onIssued={setIssued} />
      <InviteUsersModal opened={isInviting} onClose={inviting.close} />
      <MemberLimitsModal user={limited} onClose={() => setLimited(undefined)} />
      <OneTimePassword issued={issued} onClose={() => setIssued(undefined)} />
    </>
  );
}

function userColumns({ ownId, ...actions }: UserColumnsOptions): Column<User>[] {
  return [
    {
      header: 'E-mail address',
      sortBy: 'email',
      cell: ({ id, email, role }) => (
        <Group gap="xs">
          <RowLink to={`/users/${id}`}>{email}</RowLink>
          {id === ownId ? (
            <Badge variant="default" size="sm">
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
    { header: 'Status', cell: (user) => <UserState user={user} /> },
    {
      header: 'Last sign-in',
      hasTimes: true,
      sortBy: 'last_sign_in_at',
      wideOnly: true,
      cell: ({ last_sign_in_at: at }) => (at === null ? 'Never' : <RelativeTime at={at} />),
    },
    {
      header: 'Created',
      hasTimes: true,
      sortBy: 'created_at',
      wideOnly: true,
      cell: ({ created_at: at }) => <RelativeTime at={at} />,
    },
    {
      header: 'Actions',
      align: 'right',
      cell: (user) => <UserMenu user={user} isOwn={user.id === ownId} {...actions} />,
    },
  ];
}

function UserFilters({ listState: { filters, setFilter } }: UserFiltersProps) {
  return (
    <Group mb="md" gap="sm" role="search" aria-label="Filter users">
      <SearchFilter
        label="Search by e-mail"
        value={filters.email}
        onChange={(email) => setFilter('email', email)}
      />
      <ChoiceFilter
        label="Role"
        data={ROLE_OPTIONS}
        value={filters.role}
        onChange={(role) => setFilter('role', role)}
      />
      <ChoiceFilter
        label="Status"
        data={STATE_OPTIONS}
        value={filters.disabled}
        onChange={(disabled) => setFilter('disabled', disabled)}
      />
    </Group>
  );
}
