import { Group, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatCount, formatUsd } from '../../kit/format.js';
import { useSession } from '../../session/session-provider.js';
import { type CostPart, getCostParts } from './cost-parts.js';
import { type RequestDetail, getModelPrices } from './request-queries.js';

/** What the request cost, and what that is made of as far as it can be told. */
export function RequestCost({ request }: { request: RequestDetail }) {
  const { cost_usd: costUsd } = request;
  const parts = useCostParts(request);
  if (costUsd === null) {
    return (
      <Text size="sm" c="dimmed">
        Unknown: nobody has said what this model costs. Set a price for it, and later requests will have one.
      </Text>
    );
  }
  return (
    <>
      {parts === undefined ? null : <PartsTable parts={parts} />}
      <Group justify="space-between" mt={parts === undefined ? 0 : 'sm'}>
        <Text size="sm">{request.cache_hit ? 'Total (an answer that was kept costs nothing)' : 'Total'}</Text>
        <Text fw={650}>{formatUsd(costUsd)}</Text>
      </Group>
      {request.estimated ? (
        <Text size="xs" c="dimmed" mt="xs">
          Estimated: the upstream never said what it used, so the gateway counted itself.
        </Text>
      ) : null}
    </>
  );
}

function PartsTable({ parts }: { parts: readonly CostPart[] }) {
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
          {parts.map((part) => (
            <Table.Tr key={part.what}>
              <Table.Td>{part.what}</Table.Td>
              <Table.Td ta="right">
                {formatCount(part.amount)} {part.unit}
              </Table.Td>
              <Table.Td ta="right">{getRate(part)}</Table.Td>
              <Table.Td ta="right">{formatUsd(part.totalUsd)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

const UNITS: Readonly<Record<number, string>> = { 1_000_000: ' / M', 60: ' / min' };

function getRate({ usd, per }: CostPart): string {
  return `${formatUsd(usd)}${UNITS[per] ?? ''}`;
}

/** Only admins see prices; and only those of today, which may not be the ones that were charged by. */
function useCostParts({ model, usage, cost_usd: costUsd, price_version: version }: RequestDetail) {
  const { user } = useSession();
  const isNeeded = user?.role === 'admin' && costUsd !== null && version !== null;
  const { data } = useQuery({ ...getModelPrices(model), enabled: isNeeded });
  const price = data?.channels.map((channel) => channel.price).find((known) => known?.version === version);
  if (price == null || costUsd === null) return undefined;
  return getCostParts(usage, price.rates, costUsd);
}
