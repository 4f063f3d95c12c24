import { Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Schema, getAnswer, api } from '../../api/client.js';
import { MEANING } from '../../kit/charts/palette.js';
import { fillGaps } from '../../kit/charts/time-buckets.js';
import { TimeSeries } from '../../kit/charts/time-series.js';
import { Failure } from '../../kit/failure.js';
import { formatCount, formatUsd } from '../../kit/format.js';
import { TOKENS } from './token-queries.js';

const CHART_HEIGHT = 220;

/** What a token, or all tokens of an owner, have cost on each of the last 30 days. */
export function SpendOverTime({ filter }: { filter: { token: string } | { owner: string } }) {
  const { data, error, refetch } = useQuery({
    queryKey: [...TOKENS, 'usage', filter],
    queryFn: () =>
      getAnswer(api.GET('/api/usage', { params: { query: { ...filter, interval: 'day' as const } } })),
  });
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton h={CHART_HEIGHT} mt="md" aria-label="Loading" />;
  return <Drawn usage={data} />;
}

function Drawn({ usage }: { usage: Schema<'UsageReportView'> }) {
  const { data, from, to } = usage;
  const requests = data.reduce((sum, day) => sum + day.requests, 0);
  const spentUsd = data.reduce((sum, day) => sum + day.cost_usd, 0);
  const points = data.map((day) => ({ at: day.starts_at, values: { spend: day.cost_usd } }));
  return (
    <>
      <Group justify="space-between" mt="lg" mb="xs">
        <Text size="sm" fw={550}>
          Last 30 days
        </Text>
        <Text size="sm" c="dimmed">
          {formatUsd(spentUsd)} in {formatCount(requests)} {requests === 1 ? 'request' : 'requests'}
        </Text>
      </Group>
      {requests === 0 ? (
        <Text size="sm" c="dimmed" py="lg">
          Nothing was asked in that time.
        </Text>
      ) : (
        <TimeSeries
          label="Spend per day"
          points={fillGaps(points, { from, to, bucket: 'day' }, { spend: 0 })}
          series={[{ name: 'spend', label: 'Spend', color: MEANING.spend }]}
          bucket="day"
          kind="bar"
          formatValue={formatUsd}
          height={CHART_HEIGHT}
        />
      )}
    </>
  );
}
