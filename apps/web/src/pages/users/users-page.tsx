import { Badge, Button, Group, Select, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../kit/empty-state.js';
import { Failure } from '../../kit/failure.js';
import { PageHeader } from '../../kit/page-header.js';
import { type Column, DataTable } from '../../kit/table/data-table.js';
import { RowLink } from '../../kit/table/row-link.js';
import { SearchFilter } from '../../kit/table/search-filter.js';
import { type ListPlace, useListPlace } from '../../kit/table/use-list-place.js';
import { When } from '../../kit/when.js';
import { useSession } from '../../session/session-provider.js';
import { MemberLimitsModal } from './member-limits-modal.js';
import { NewUserModal } from './new-user-modal.js';
import { type IssuedPassword, OneTimePassword } from './one-time-password.js';
import { UserMenu } from './user-menu.js';
import { type User, type UserListQuery, userList } from './user-queries.js';
import { ROLES, UserState } from './user-state.js';

interface UserColumnsOptions {
  /** The person at the screen cannot lock themselves out. */
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
  { value: 'false', label: 'Can sign in' },
  { value: 'true', label: 'Disabled' },
];

interface UserFiltersProps {
  place: ListPlace<(typeof USER_FILTERS)[number]>;
}

export function UsersPage() {
  const { user: me } = useSession();
  const place = useListPlace(USER_FILTERS);
  const query = { sort: place.sort, cursor: place.cursor, ...place.filters };
  const { data, error, isPlaceholderData, isPending, refetch } = useQuery(userList(query as UserListQuery));
  const [isCreating, creating] = useDisclosure();
  const [issued, setIssued] = useState<IssuedPassword>();
  const [limited, setLimited] = useState<User>();
  return (
    <>
      <PageHeader
        title="Users"
        description="Who can sign in to this console. Applications need no user: they have tokens."
        actions={
          <Button leftSection={<IconUserPlus size={16} />} onClick={creating.open}>
            Create a user
          </Button>
        }
      />
      <UserFilters place={place} />
      {error === null ? null : <Failure error={error} onRetry={() => void refetch()} />}
      {data?.data.length === 0 ? (
        <EmptyState
          icon={IconUsers}
          title="No matching users"
          action={
            <Button variant="light" onClick={place.clearFilters}>
              Show everybody
            </Button>
          }
        >
          No user matches your search and filters.
        </EmptyState>
      ) : error === null ? (
        <DataTable
          label="Users"
          rows={data?.data ?? []}
          rowKey={({ id }) => id}
          columns={userColumns({ ownId: me?.id ?? undefined, onIssued: setIssued, onLimits: setLimited })}
          place={place}
          defaultSort="email"
          nextCursor={data?.next_cursor ?? null}
          isLoading={isPending || isPlaceholderData}
        />
      ) : null}
      <NewUserModal opened={isCreating} onClose={creating.close} onIssued={setIssued} />
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

function UserFilters({ place: { filters, setFilter } }: UserFiltersProps) {
  return (
    <Group mb="md" gap="sm" role="search" aria-label="Filter users">
      <SearchFilter
        label="Search by e-mail"
        value={filters.email}
        onChange={(email) => setFilter('email', email)}
      />
      <Select
        aria-label="Role"
        placeholder="Any role"
        data={ROLE_OPTIONS}
        value={filters.role ?? null}
        onChange={(role) => setFilter('role', role)}
        clearable
        w={170}
      />
      <Select
        aria-label="State"
        placeholder="Any state"
        data={STATE_OPTIONS}
        value={filters.disabled ?? null}
        onChange={(disabled) => setFilter('disabled', disabled)}
        clearable
        w={160}
      />
    </Group>
  );
}
