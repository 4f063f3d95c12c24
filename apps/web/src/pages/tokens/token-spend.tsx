import { Anchor, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { LoadingPlaceholder } from '../../kit/loading-placeholder.js';
import { type Schema, unwrapResponse, api } from '../../api/client.js';
import { METRIC_COLORS } from '../../kit/charts/palette.js';
import { fillGaps } from '../../kit/charts/time-buckets.js';
import { TimeSeries } from '../../kit/charts/time-series.js';
import { Failure } from '../../kit/failure.js';
import { formatCount, formatMoment } from '../../kit/format.js';
import { PRESETS, type PeriodChoice } from '../../kit/period/period.js';
import { type PeriodState, usePeriod } from '../../kit/period/use-period.js';
import { formatSpend } from '../../kit/spend.js';
import { type TimeZone } from '../../kit/time-zone/time-zone.js';
import { useTimeZone } from '../../kit/time-zone/use-time-zone.js';
import { chooseBucket } from '../overview/overview-period.js';
import { TOKENS } from './token-queries.js';

const CHART_HEIGHT = 220;
const DEFAULT_PERIOD = '30d';

type SpendFilter = { token: string } | { owner: string };

/** The loaded usage with the time zone and period that it was loaded for. */
interface LoadedSpend {
  usage: Schema<'UsageReportView'>;
  zone: TimeZone;
  choice: PeriodChoice;
}

/** The spend of a token, or of all tokens of an owner, in the last 30 days or in a period selected in the chart. */
export function SpendOverTime({ filter }: { filter: SpendFilter }) {
  const zone = useTimeZone();
  const period = usePeriod(DEFAULT_PERIOD);
  const { data, error, refetch } = useQuery({
    queryKey: [...TOKENS, 'usage', filter, zone.name, period.key],
    queryFn: async (): Promise<LoadedSpend> => {
      const interval = chooseBucket(period.lengthMs);
      const query = { ...filter, ...period.range(), interval, time_zone: zone.name } as const;
      return {
        usage: await unwrapResponse(api.GET('/api/usage', { params: { query } })),
        zone,
        choice: period.choice,
      };
    },
    placeholderData: (before: LoadedSpend | undefined) => before,
  });
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingPlaceholder h={CHART_HEIGHT} mt="md" />;
  return (
    <>
      <SpendHeader loaded={data} period={period} filter={filter} />
      <SpendChart loaded={data} onZoom={period.choose} />
    </>
  );
}

interface SpendHeaderProps {
  loaded: LoadedSpend;
  period: PeriodState;
  filter: SpendFilter;
}

/** The period and its totals, with a link to the requests. */
function SpendHeader({ loaded: { usage, zone, choice }, period, filter }: SpendHeaderProps) {
  const { data } = usage;
  const requests = data.reduce((sum, bucket) => sum + bucket.requests, 0);
  const costUsd = data.reduce((sum, bucket) => sum + bucket.cost_usd, 0);
  const unpriced = data.reduce((sum, bucket) => sum + bucket.requests_of_unknown_cost, 0);
  const list = new URLSearchParams({ ...filter, sort: '-cost_usd' });
  return (
    <Group justify="space-between" mt="lg" mb="xs" gap="xs">
      <Group gap="xs">
        <Text size="sm" fw={550}>
          {describePeriod(choice, zone)}
        </Text>
        {'preset' in choice ? null : (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => period.choose({ preset: DEFAULT_PERIOD })}
          >
            Show the last 30 days
          </Button>
        )}
      </Group>
      <Anchor component={Link} to={`/requests?${period.key}&${list.toString()}`} size="sm">
        {formatSpend({ costUsd, unpriced })} in {formatCount(requests)}{' '}
        {requests === 1 ? 'request' : 'requests'}
      </Anchor>
    </Group>
  );
}

function SpendChart({
  loaded: { usage, zone },
  onZoom,
}: {
  loaded: LoadedSpend;
  onZoom: PeriodState['choose'];
}) {
  const { data, from, to, interval } = usage;
  const bucket = interval === 'total' ? 'day' : interval;
  if (data.every(({ requests }) => requests === 0))
    return (
      <Text size="sm" c="dimmed" py="lg">
        No requests in this period.
      </Text>
    );
  const points = data.map((sum) => ({ at: sum.starts_at, values: { spend: sum.cost_usd } }));
  return (
    <TimeSeries
      label={`Spend per ${bucket}`}
      points={fillGaps(points, { from, to, bucket, zone }, { spend: 0 })}
      series={[{ name: 'spend', label: 'Spend', color: METRIC_COLORS.spend }]}
      bucket={bucket}
      unit="usd"
      height={CHART_HEIGHT}
      onZoom={onZoom}
    />
  );
}

function describePeriod(choice: PeriodChoice, zone: TimeZone): string {
  if ('preset' in choice) {
    const { description } = PRESETS[choice.preset];
    return description.replace(/^the last/, 'Last');
  }
  return `${formatMoment(new Date(choice.from), zone)} to ${formatMoment(new Date(choice.to), zone)}`;
}
