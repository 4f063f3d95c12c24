import { Badge, Button, Code, Group, Switch, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconTerminal2 } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, unwrapResponse } from '../../../api/client.js';
import { confirm } from '../../../kit/confirm/confirm.js';
import { EmptyState } from '../../../kit/empty-state.js';
import { notifySuccess, notifyError } from '../../../kit/notify.js';
import { type Column } from '../../../kit/table/data-table.js';
import { LoadedTable } from '../../../kit/table/loaded-table.js';
import { useListState } from '../../../kit/table/use-list-state.js';
import { RelativeTime } from '../../../kit/relative-time.js';
import {
  ADMIN_TOKENS,
  type AdminToken,
  type AdminTokenListQuery,
  adminTokenList,
} from './admin-token-queries.js';
import { NewAdminTokenModal } from './new-admin-token-modal.js';
import { scopeSummary } from './scopes.js';

const FILTERS = ['revoked'] as const;

const STATUS = {
  active: { label: 'Active', color: 'gate' },
  expired: { label: 'Expired', color: 'orange' },
  revoked: { label: 'Revoked', color: 'gray' },
} as const;

export function AdminTokens() {
  const listState = useListState(FILTERS);
  const withRevoked = listState.filters.revoked === 'shown';
  const result = useQuery(
    adminTokenList({
      sort: listState.sort as AdminTokenListQuery['sort'],
      cursor: listState.cursor,
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
          Scripts and the command line use admin tokens to call the admin API. Scopes limit what a token can
          do. Admin tokens cannot call models.
        </Text>
        {create}
      </Group>
      <Switch
        mb="md"
        label="Show revoked tokens"
        checked={withRevoked}
        onChange={(event) => listState.setFilter('revoked', event.currentTarget.checked ? 'shown' : null)}
      />
      <LoadedTable
        label="Admin tokens"
        result={result}
        rowKey={({ id }) => id}
        columns={adminTokenColumns}
        listState={listState}
        defaultSort="-created_at"
        empty={
          <EmptyState icon={IconTerminal2} title="No admin tokens yet">
            Create one to add channels, create tokens or read usage from a script.
          </EmptyState>
        }
      />
      <NewAdminTokenModal opened={isCreating} onClose={creating.close} />
    </>
  );
}

const adminTokenColumns: readonly Column<AdminToken>[] = [
  {
    header: 'Name',
    cell: ({ name, key_hint: hint }) => (
      <>
        <Text inherit fw={550}>
          {name}
        </Text>
        <Code>{hint}</Code>
      </>
    ),
  },
  {
    header: 'Scopes',
    cell: ({ scopes }) => (
      <Text inherit maw="22rem">
        {scopeSummary(scopes)}
      </Text>
    ),
  },
  {
    header: 'Status',
    cell: ({ status }) => (
      <Badge variant="light" color={STATUS[status].color}>
        {STATUS[status].label}
      </Badge>
    ),
  },
  {
    header: 'Last used',
    hasTimes: true,
    wideOnly: true,
    cell: ({ last_used_at: at }) => (at === null ? 'Never' : <RelativeTime at={at} />),
  },
  {
    header: 'Expires',
    hasTimes: true,
    wideOnly: true,
    cell: ({ expires_at: at }) => (at === null ? 'Never' : <RelativeTime at={at} />),
  },
  {
    header: 'Created',
    hasTimes: true,
    sortBy: 'created_at',
    wideOnly: true,
    cell: ({ created_at: at, created_by: by }) => (
      <>
        <RelativeTime at={at} />
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          by {by}
        </Text>
      </>
    ),
  },
  { header: 'Actions', align: 'right', cell: (token) => <RevokeButton token={token} /> },
];

function RevokeButton({ token: { id, name, status } }: { token: AdminToken }) {
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => unwrapResponse(api.DELETE('/api/admin-tokens/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      notifySuccess(`“${name}” revoked.`);
      await client.invalidateQueries({ queryKey: ADMIN_TOKENS });
    },
    onError: notifyError,
  });
  if (status === 'revoked') return null;
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="red"
      aria-label={`Revoke ${name}`}
      loading={revoke.isPending}
      onClick={() =>
        confirm({
          title: `Revoke “${name}”?`,
          consequence: 'Requests that use it are refused immediately. This cannot be undone.',
          verb: 'Revoke',
          onConfirm: () => revoke.mutate(),
        })
      }
    >
      Revoke
    </Button>
  );
}
