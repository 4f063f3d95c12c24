import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { EmptyState } from '../../kit/empty-state.js';
import { Failure } from '../../kit/failure.js';
import { PageHeader } from '../../kit/page-header.js';
import { DataTable } from '../../kit/table/data-table.js';
import { useListPlace } from '../../kit/table/use-list-place.js';
import { useSession } from '../../session/session-provider.js';
import { type IssuedPassword, OneTimePassword } from './one-time-password.js';
import { MemberLimitsModal } from './member-limits-modal.js';
import { NewUserModal } from './new-user-modal.js';
import { userColumns } from './user-columns.js';
import { USER_FILTERS, UserFilters } from './user-filters.js';
import { type User, type UserListQuery, userList } from './user-queries.js';

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
          title="No user fits"
          action={
            <Button variant="light" onClick={place.clearFilters}>
              Show everybody
            </Button>
          }
        >
          Nobody matches what you search and filter for.
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
