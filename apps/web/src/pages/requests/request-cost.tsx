import { Group, Table, Text } from '@mantine/core';
import { formatUsd } from '../../kit/format.js';
import { type CostLine, describeLine } from './cost-lines.js';
import { type RequestDetail } from './request-queries.js';

/** What the request cost, and what that is made of as far as it can be told. */
export function RequestCost({ request }: { request: RequestDetail }) {
  const { cost_usd: costUsd, cost_lines: lines } = request;
  if (costUsd === null) {
    return (
      <Text size="sm" c="dimmed">
        Unknown: this model has no price. Set one, and later requests will have a cost.
      </Text>
    );
  }
  return (
    <>
      {lines.length === 0 ? null : <LinesTable lines={lines} />}
      <Group justify="space-between" mt={lines.length === 0 ? 0 : 'sm'}>
        <Text size="sm">{request.cache_hit ? 'Total (answers from the cache are free)' : 'Total'}</Text>
        <Text fw={650}>{formatUsd(costUsd)}</Text>
      </Group>
      <OtherFigure request={request} />
      {request.estimated ? (
        <Text size="xs" c="dimmed" mt="xs">
          Estimated: the provider reported no usage, so the gateway counted it.
        </Text>
      ) : null}
    </>
  );
}

/** The cost that does not count, where there are two. */
function OtherFigure({ request }: { request: RequestDetail }) {
  const { cost_usd: cost, upstream_cost_usd: said, list_cost_usd: listed } = request;
  const isSaid = said !== null && said !== cost;
  if (!isSaid && listed === null) return null;
  return (
    <Text size="xs" c="dimmed" mt="xs">
      {isSaid
        ? `The provider reported ${formatUsd(said)}.`
        : `By the price of the model: ${formatUsd(listed ?? 0)}.`}
    </Text>
  );
}

function LinesTable({ lines }: { lines: readonly CostLine[] }) {
  return (
    <Table.ScrollContainer minWidth={0}>
      <Table aria-label="Parts of the cost" verticalSpacing={6} horizontalSpacing="xs" fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Part</Table.Th>
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
