import { Badge, Button, Code, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getAnswer, api } from '../../../api/client.js';
import { confirm } from '../../../kit/confirm.js';
import { tellDone, tellFailure } from '../../../kit/notify.js';
import { type Column } from '../../../kit/table/data-table.js';
import { When } from '../../../kit/when.js';
import { ADMIN_TOKENS, type AdminToken } from './admin-token-queries.js';
import { scopeSummary } from './scopes.js';

const STATUS = {
  active: { label: 'Active', color: 'gate' },
  expired: { label: 'Expired', color: 'orange' },
  revoked: { label: 'Revoked', color: 'gray' },
} as const;

export const adminTokenColumns: readonly Column<AdminToken>[] = [
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
    header: 'May',
    cell: ({ scopes }) => (
      <Text inherit maw="22rem">
        {scopeSummary(scopes)}
      </Text>
    ),
  },
  {
    header: 'State',
    cell: ({ status }) => (
      <Badge variant="light" color={STATUS[status].color} tt="none">
        {STATUS[status].label}
      </Badge>
    ),
  },
  {
    header: 'Last used',
    wideOnly: true,
    cell: ({ last_used_at: at }) => (at === null ? 'Never' : <When at={at} />),
  },
  {
    header: 'Expires',
    wideOnly: true,
    cell: ({ expires_at: at }) => (at === null ? 'Never' : <When at={at} />),
  },
  {
    header: 'Created',
    sortBy: 'created_at',
    wideOnly: true,
    cell: ({ created_at: at, created_by: by }) => (
      <>
        <When at={at} />
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          by {by}
        </Text>
      </>
    ),
  },
  { header: 'Actions', align: 'right', cell: (token) => <Revoke token={token} /> },
];

function Revoke({ token: { id, name, status } }: { token: AdminToken }) {
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => getAnswer(api.DELETE('/api/admin-tokens/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      tellDone(`“${name}” is revoked.`);
      await client.invalidateQueries({ queryKey: ADMIN_TOKENS });
    },
    onError: tellFailure,
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
          consequence: 'Scripts that use it are refused at once. This cannot be undone.',
          verb: 'Revoke',
          onConfirm: () => revoke.mutate(),
        })
      }
    >
      Revoke
    </Button>
  );
}
