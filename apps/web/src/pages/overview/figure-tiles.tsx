import { Group, Paper, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { type Schema } from '../../api/client.js';
import { formatCount, formatDuration, formatPercent, formatUsd } from '../../kit/format.js';
import classes from './figure-tile.module.css';
import { addUp, compare } from './overview-figures.js';
import { OVERVIEW_PERIODS, type OverviewPeriod, type OverviewSpan } from './overview-period.js';
import { type Asking, latencies } from './overview-queries.js';

export interface UsageOverTime {
  period: OverviewPeriod;
  span: OverviewSpan;
  before: Schema<'UsageSumView'>[];
  now: Schema<'UsageSumView'>[];
}

interface FigureTilesProps {
  asking: Asking;
  usage: UsageOverTime | undefined;
}

interface FigureTileProps {
  label: string;
  /** Undefined while it is not known yet. */
  value: string | undefined;
  /** A second figure that belongs to the first: "p95 2.4 s". */
  aside?: ReactNode;
  note?: string;
}

export function FigureTiles({ asking, usage }: FigureTilesProps) {
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing={{ base: 'sm', sm: 'md' }}>
      {usage === undefined ? <LoadingTiles /> : <CountTiles usage={usage} />}
      <LatencyTile asking={asking} />
    </SimpleGrid>
  );
}

function LoadingTiles() {
  return ['Requests', 'Errors', 'Spend'].map((label) => (
    <FigureTile key={label} label={label} value={undefined} />
  ));
}

function CountTiles({ usage }: { usage: UsageOverTime }) {
  const now = addUp(usage.now);
  const before = addUp(usage.before);
  const { before: beforeText } = OVERVIEW_PERIODS[usage.period];
  const errorShare = now.requests === 0 ? undefined : formatPercent(now.errors / now.requests);
  const unpriced = now.unpriced === 0 ? '' : `${formatCount(now.unpriced)} without a known price. `;
  return (
    <>
      <FigureTile
        label="Requests"
        value={formatCount(now.requests)}
        note={compare(now.requests, before.requests, beforeText)}
      />
      <FigureTile
        label="Errors"
        value={formatCount(now.errors)}
        aside={errorShare}
        note={compare(now.errors, before.errors, beforeText)}
      />
      <FigureTile
        label="Spend"
        value={formatUsd(now.costUsd)}
        note={unpriced + (compare(now.costUsd, before.costUsd, beforeText) ?? '')}
      />
    </>
  );
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

function LatencyTile({ asking }: { asking: Asking }) {
  const { data, error } = useQuery(latencies(asking));
  const label = 'Latency (p50)';
  if (data === undefined) return <FigureTile label={label} value={error === null ? undefined : '–'} />;
  const { now, before, since, period } = data;
  const [p50, p95] = [now?.duration_p50_ms ?? null, now?.duration_p95_ms ?? null];
  return (
    <FigureTile
      label={label}
      value={p50 === null ? '–' : formatDuration(p50)}
      aside={p95 === null ? undefined : `p95 ${formatDuration(p95)}`}
      note={
        period === '1h'
          ? `Since ${clock.format(new Date(since))}`
          : compare(p50 ?? 0, before?.duration_p50_ms ?? 0, OVERVIEW_PERIODS[period].before)
      }
    />
  );
}

function FigureTile({ label, value, aside, note }: FigureTileProps) {
  return (
    <Paper withBorder p="md" component="section" aria-label={label}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      {value === undefined ? (
        <Skeleton h={28} w="50%" my={4} />
      ) : (
        <Group gap="xs" align="baseline" mt={2}>
          <Text className={classes.value}>{value}</Text>
          {aside === undefined ? null : (
            <Text size="sm" className="tabular">
              {aside}
            </Text>
          )}
        </Group>
      )}
      <Text size="xs" c="dimmed" mt={2} mih="1lh">
        {note}
      </Text>
    </Paper>
  );
}
