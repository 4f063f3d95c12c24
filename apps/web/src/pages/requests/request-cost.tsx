import { Group, Table, Text } from '@mantine/core';
import { formatUsd } from '../../kit/format.js';
import { useSession } from '../../session/session-provider.js';
import { type CostLine, describeLine } from './cost-lines.js';
import { type RequestDetail } from './request-queries.js';

/** The cost of the request, with its parts where they are known. */
export function RequestCost({ request }: { request: RequestDetail }) {
  const { cost_usd: costUsd, cost_lines: lines } = request;
  if (costUsd === null) return <UnknownCost />;
  return (
    <>
      {lines.length === 0 ? null : <LinesTable lines={lines} />}
      <Group justify="space-between" mt={lines.length === 0 ? 0 : 'sm'}>
        <Text size="sm">{request.cache_hit ? 'Total (cached responses are free)' : 'Total'}</Text>
        <Text fw={650}>{formatUsd(costUsd)}</Text>
      </Group>
      <OtherFigure request={request} />
      {request.estimated ? (
        <Text size="xs" c="dimmed" mt="xs">
          Estimated by the gateway, because the provider reported no usage.
        </Text>
      ) : null}
    </>
  );
}

/** Only administrators can set a price. */
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

/** The other cost, where the provider reported one and the price gives another. */
function OtherFigure({ request }: { request: RequestDetail }) {
  const { cost_usd: cost, upstream_cost_usd: said, list_cost_usd: listed } = request;
  const isSaid = said !== null && said !== cost;
  if (!isSaid && listed === null) return null;
  return (
    <Text size="xs" c="dimmed" mt="xs">
      {isSaid
        ? `The provider reported ${formatUsd(said)}.`
        : `At the price of the model it would be ${formatUsd(listed ?? 0)}.`}
    </Text>
  );
}

function LinesTable({ lines }: { lines: readonly CostLine[] }) {
  return (
    <Table.ScrollContainer minWidth={0}>
      <Table aria-label="Cost breakdown" verticalSpacing={6} horizontalSpacing="xs" fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Item</Table.Th>
            <Table.Th ta="right">Amount</Table.Th>
            <Table.Th ta="right">Rate</Table.Th>
            <Table.Th ta="right">Cost</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map(describeLine).map((line) => (
            <Table.Tr key={line.what}>
              <Table.Td>{line.what}</Table.Td>
              <Table.Td ta="right">{line.amount}</Table.Td>
              <Table.Td ta="right">{line.rate}</Table.Td>
              <Table.Td ta="right">{line.cost}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
