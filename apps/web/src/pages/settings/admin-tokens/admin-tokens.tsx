import { Button, Group, Switch, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { IconPlus, IconTerminal2 } from '@tabler/icons-react';
import { EmptyState } from '../../../kit/empty-state.js';
import { Failure } from '../../../kit/failure.js';
import { DataTable } from '../../../kit/table/data-table.js';
import { useListPlace } from '../../../kit/table/use-list-place.js';
import { adminTokenColumns } from './admin-token-columns.js';
import { type AdminTokenListQuery, adminTokenList } from './admin-token-queries.js';
import { NewAdminTokenModal } from './new-admin-token-modal.js';

const FILTERS = ['revoked'] as const;

export function AdminTokens() {
  const place = useListPlace(FILTERS);
  const withRevoked = place.filters.revoked === 'shown';
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(
    adminTokenList({
      sort: place.sort as AdminTokenListQuery['sort'],
      cursor: place.cursor,
      include_revoked: withRevoked || undefined,
    }),
  );
  const [isCreating, creating] = useDisclosure();
  const create = (
    <Button leftSection={<IconPlus size={16} />} onClick={creating.open}>
      Create an admin token
    </Button>
  );
  return (
    <>
      <Group justify="space-between" mb="md" align="flex-start">
        <Text c="dimmed" maw="40rem">
          For scripts and the command line: they use the admin API as far as the token’s scopes allow. They
          cannot be used to call models.
        </Text>
        {create}
      </Group>
      <Switch
        mb="md"
        label="Show revoked ones, too"
        checked={withRevoked}
        onChange={(event) => place.setFilter('revoked', event.currentTarget.checked ? 'shown' : null)}
      />
      {error === null ? null : <Failure error={error} onRetry={() => void refetch()} />}
      {data?.data.length === 0 ? (
        <EmptyState icon={IconTerminal2} title="No admin token yet">
          Create one to add channels, make tokens or read usage from a script.
        </EmptyState>
      ) : error === null ? (
        <DataTable
          label="Admin tokens"
          rows={data?.data ?? []}
          rowKey={({ id }) => id}
          columns={adminTokenColumns}
          place={place}
          defaultSort="-created_at"
          nextCursor={data?.next_cursor ?? null}
          isLoading={isPending || isPlaceholderData}
        />
      ) : null}
      <NewAdminTokenModal opened={isCreating} onClose={creating.close} />
    </>
  );
}
