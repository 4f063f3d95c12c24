import { Anchor, Group, Paper, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { type ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCount, formatDuration, formatPercent } from '../../kit/format.js';
import { formatSpend } from '../../kit/spend.js';
import classes from './figure-tile.module.css';
import { addUp, compare } from './overview-figures.js';
import { describePrevious } from './overview-period.js';
import { type UsageOverTime } from './overview-queries.js';

interface FigureTile {
  label: string;
  /** The page with the details of the metric. */
  to: string;
  /** Undefined while loading. */
  value: string | undefined;
  /** A secondary metric, such as "p95 2.4 s". */
  aside?: ReactNode;
  note?: string;
}

interface FigureTilesProps {
  usage: UsageOverTime | undefined;
  /** The query string that opens another page with the same period. */
  periodKey: string;
}

export function FigureTiles({ usage, periodKey }: FigureTilesProps) {
  const links = getLinks(periodKey);
  const tiles =
    usage === undefined ? links.map((link) => ({ ...link, value: undefined })) : getTiles(usage, links);
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing={{ base: 'sm', sm: 'md' }}>
      {tiles.map((tile) => (
        <Tile key={tile.label} tile={tile} />
      ))}
    </SimpleGrid>
  );
}

function getLinks(periodKey: string): Pick<FigureTile, 'label' | 'to'>[] {
  return [
    { label: 'Requests', to: `/requests?${periodKey}` },
    { label: 'Errors', to: `/requests?outcome=error&${periodKey}` },
    { label: 'Spend', to: `/usage?${periodKey}` },
    { label: 'Latency (p50)', to: `/requests?sort=-duration_ms&${periodKey}` },
  ];
}

function getTiles(
  { report, choice }: UsageOverTime,
  links: readonly Pick<FigureTile, 'label' | 'to'>[],
): FigureTile[] {
  const { total, previous_total: previousTotal } = report;
  const now = addUp(total === null ? [] : [total]);
  const before = addUp(previousTotal === null ? [] : [previousTotal]);
  const period = describePrevious(choice);
  const count = (value: number, earlier: number) =>
    compare({ value, before: earlier, period, kind: 'count' });
  const [p50, p95] = [total?.duration_p50_ms ?? null, total?.duration_p95_ms ?? null];
  const unpriced =
    now.unpriced === 0
      ? undefined
      : `${formatCount(now.unpriced)} ${now.unpriced === 1 ? 'request has' : 'requests have'} no known price`;
  const figures = [
    { value: formatCount(now.requests), note: count(now.requests, before.requests) },
    {
      value: formatCount(now.errors),
      aside: now.requests === 0 ? undefined : formatPercent(now.errors / now.requests),
      note: count(now.errors, before.errors),
    },
    {
      value: formatSpend(now),
      note: [compare({ value: now.costUsd, before: before.costUsd, period, kind: 'amount' }), unpriced]
        .filter((sentence) => sentence !== undefined)
        .join('. '),
    },
    {
      value: p50 === null ? '–' : formatDuration(p50),
      aside: p95 === null ? undefined : `p95 ${formatDuration(p95)}`,
      note:
        p50 === null
          ? undefined
          : compare({ value: p50, before: previousTotal?.duration_p50_ms ?? 0, period, kind: 'duration' }),
    },
  ];
  return links.map((link, index) => ({ ...link, value: undefined, ...figures[index] }));
}

function Tile({ tile: { label, to, value, aside, note } }: { tile: FigureTile }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={label} pos="relative">
      <Anchor component={Link} to={to} size="sm" c="dimmed" className={classes.link}>
        {label}
      </Anchor>
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
