import { Anchor, Group, Paper, SimpleGrid, Skeleton, Stack, Title } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import { type Schema } from '../../api/client.js';
import { METRIC_COLORS } from '../../kit/charts/palette.js';
import { type TimePoint, fillGaps } from '../../kit/charts/time-buckets.js';
import { TimeSeries } from '../../kit/charts/time-series.js';
import { type Series } from '../../kit/charts/time-series-props.js';
import { type PeriodState } from '../../kit/period/use-period.js';
import { type UsageOverTime } from './overview-queries.js';

const REQUESTS: readonly Series[] = [
  { name: 'ok', label: 'Without error', color: METRIC_COLORS.requests },
  { name: 'errors', label: 'Errors', color: METRIC_COLORS.errors },
];
const SPEND: readonly Series[] = [{ name: 'spend', label: 'Spend', color: METRIC_COLORS.spend }];
const LATENCY: readonly Series[] = [
  { name: 'p50', label: 'p50', color: METRIC_COLORS.requests },
  { name: 'p95', label: 'p95', color: METRIC_COLORS.slow },
];

const NO_USAGE = { ok: 0, errors: 0, spend: 0, p50: null, p95: null };
/** The height of a chart with its caption, in pixels. */
const CHART_HEIGHT = 246;

interface OverviewChartsProps {
  usage: UsageOverTime | undefined;
  period: PeriodState;
}

export function OverviewCharts({ usage, period }: OverviewChartsProps) {
  const points = useMemo(() => (usage === undefined ? [] : getPoints(usage)), [usage]);
  const bucket = usage?.bucket ?? 'hour';
  const common = { points, bucket, onZoom: period.choose } as const;
  const renderLoaded = (chart: ReactNode): ReactNode =>
    usage === undefined ? <Skeleton h={CHART_HEIGHT} /> : chart;
  return (
    <Stack gap="lg">
      <ChartCard title={`Requests per ${bucket}`} to={`/requests?${period.key}`} link="View requests">
        {renderLoaded(
          <TimeSeries {...common} label={`Requests per ${bucket}`} series={REQUESTS} unit="count" />,
        )}
      </ChartCard>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <ChartCard title={`Spend per ${bucket}`} to={`/usage?${period.key}`} link="View usage">
          {renderLoaded(<TimeSeries {...common} label={`Spend per ${bucket}`} series={SPEND} unit="usd" />)}
        </ChartCard>
        <ChartCard
          title={`Latency per ${bucket}`}
          to={`/requests?sort=-duration_ms&${period.key}`}
          link="View slowest requests"
        >
          {renderLoaded(
            <TimeSeries
              {...common}
              label={`Latency per ${bucket}`}
              series={LATENCY}
              kind="line"
              unit="duration"
            />,
          )}
        </ChartCard>
      </SimpleGrid>
    </Stack>
  );
}

interface ChartCardProps {
  title: string;
  /** The page with the details of the chart. */
  to: string;
  link: string;
  children: ReactNode;
}

function ChartCard({ title, to, link, children }: ChartCardProps) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title} miw={0}>
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={2} size="h5">
          {title}
        </Title>
        <Anchor component={Link} to={to} size="sm">
          {link}
        </Anchor>
      </Group>
      {children}
    </Paper>
  );
}

function getPoints({ report: { data, from, to }, bucket, zone }: UsageOverTime): TimePoint[] {
  return fillGaps(data.map(toPoint), { from, to, bucket, zone }, NO_USAGE);
}

function toPoint(sum: Schema<'UsageSumView'>): TimePoint {
  return {
    at: sum.starts_at,
    values: {
      ok: sum.requests - sum.errors,
      errors: sum.errors,
      spend: sum.cost_usd,
      p50: sum.duration_p50_ms,
      p95: sum.duration_p95_ms,
    },
  };
}
