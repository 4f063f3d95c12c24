import { Group, Text } from '@mantine/core';
import { formatUsd } from '../../kit/format.js';
import { type SmallColumn, SmallTable } from '../../kit/table/small-table.js';
import { useSession } from '../../session/session-provider.js';
import { describeLine } from './cost-lines.js';
import { type RequestDetail } from './request-queries.js';

const COLUMNS: readonly SmallColumn<ReturnType<typeof describeLine>>[] = [
  { header: 'Item', cell: ({ what }) => what },
  { header: 'Amount', align: 'right', cell: ({ amount }) => amount },
  { header: 'Rate', align: 'right', cell: ({ rate }) => rate },
  { header: 'Cost', align: 'right', cell: ({ cost }) => cost },
];

/** The cost of the request, with a breakdown if there is one. */
export function RequestCost({ request }: { request: RequestDetail }) {
  const { cost_usd: costUsd, cost_lines: lines } = request;
  if (costUsd === null) return <UnknownCost />;
  return (
    <>
      {lines.length === 0 ? null : (
        <SmallTable
          aria-label="Cost breakdown"
          verticalSpacing={6}
          horizontalSpacing="xs"
          fz="sm"
          columns={COLUMNS}
          rows={lines.map(describeLine)}
          rowKey={({ what }) => what}
        />
      )}
      <Group justify="space-between" mt={lines.length === 0 ? 0 : 'sm'}>
        <Text size="sm">{request.cache_hit ? 'Total (cached responses are free)' : 'Total'}</Text>
        <Text fw={650}>{formatUsd(costUsd)}</Text>
      </Group>
      <AlternativeCost request={request} />
      {request.estimated ? (
        <Text size="xs" c="dimmed" mt="xs">
          Estimated by the gateway, because the provider reported no usage.
        </Text>
      ) : null}
    </>
  );
}

/** Explains how to set a price, which only administrators can do. */
function UnknownCost() {
  const { user } = useSession();
  return (
    <Text size="sm" c="dimmed">
      Unknown: this model has no price.{' '}
      {user?.role === 'member'
        ? 'Ask an administrator to set one; it applies to later requests.'
        : 'Set one on the page of the model; it applies to later requests.'}
    </Text>
  );
}

/** The alternative cost, if the cost reported by the provider and the cost by price differ. */
function AlternativeCost({ request }: { request: RequestDetail }) {
  const { cost_usd: cost, upstream_cost_usd: reported, list_cost_usd: listed } = request;
  const isReported = reported !== null && reported !== cost;
  if (!isReported && listed === null) return null;
  return (
    <Text size="xs" c="dimmed" mt="xs">
      {isReported
        ? `The provider reported ${formatUsd(reported)}.`
        : `At the price of the model it would be ${formatUsd(listed ?? 0)}.`}
    </Text>
  );
}
