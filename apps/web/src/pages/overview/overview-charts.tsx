import { Paper, SimpleGrid, Skeleton, Stack, Title } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { type Schema } from '../../api/client.js';
import { MEANING } from '../../kit/charts/palette.js';
import { type TimePoint, fillGaps } from '../../kit/charts/time-buckets.js';
import { TimeSeries } from '../../kit/charts/time-series.js';
import { type Series } from '../../kit/charts/time-series-props.js';
import { formatCount, formatDuration, formatUsd } from '../../kit/format.js';
import { type UsageOverTime } from './figure-tiles.js';
import { OVERVIEW_PERIODS } from './overview-period.js';

const REQUESTS: readonly Series[] = [
  { name: 'ok', label: 'Answered', color: MEANING.requests },
  { name: 'errors', label: 'Errors', color: MEANING.errors },
];
const SPEND: readonly Series[] = [{ name: 'spend', label: 'Spend', color: MEANING.spend }];
const LATENCY: readonly Series[] = [
  { name: 'p50', label: 'p50', color: MEANING.requests },
  { name: 'p95', label: 'p95', color: MEANING.slow },
];
const NOTHING = { ok: 0, errors: 0, spend: 0, p50: null, p95: null };

export function OverviewCharts({ usage }: { usage: UsageOverTime | undefined }) {
  const points = useMemo(() => (usage === undefined ? [] : getPoints(usage)), [usage]);
  if (usage === undefined) return <Skeleton h={280} />;
  const { bucket } = OVERVIEW_PERIODS[usage.period];
  const common = { points, bucket } as const;
  return (
    <Stack gap="lg">
      <ChartCard title={`Requests per ${bucket}`}>
        <TimeSeries
          {...common}
          label={`Requests per ${bucket}`}
          series={REQUESTS}
          kind="bar"
          stacked
          formatValue={formatCount}
        />
      </ChartCard>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <ChartCard title={`Spend per ${bucket}`}>
          <TimeSeries
            {...common}
            label={`Spend per ${bucket}`}
            series={SPEND}
            kind="bar"
            formatValue={formatUsd}
          />
        </ChartCard>
        <ChartCard title="Latency">
          <TimeSeries
            {...common}
            label={`Latency per ${bucket}`}
            series={LATENCY}
            kind="line"
            formatValue={formatDuration}
          />
        </ChartCard>
      </SimpleGrid>
    </Stack>
  );
}

function ChartCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title} miw={0}>
      <Title order={2} size="h5" mb="sm">
        {title}
      </Title>
      {children}
    </Paper>
  );
}

function getPoints({ now, span, period }: UsageOverTime): TimePoint[] {
  const { bucket } = OVERVIEW_PERIODS[period];
  return fillGaps(now.map(toPoint), { ...span, bucket }, NOTHING);
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
