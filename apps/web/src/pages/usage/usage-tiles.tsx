import { Anchor, Paper, SimpleGrid, Text, Tooltip } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatCount, formatPercent } from '../../kit/format.js';
import { formatSpend } from '../../kit/spend.js';
import { type GroupTotal } from './usage-groups.js';
import classes from './usage-tiles.module.css';

interface Tile {
  label: string;
  value: string;
  note: string;
  /** Explains the value. */
  meaning: string;
  /** The filters and the sort order of the request list that the value links to. */
  names: Readonly<Record<string, string>>;
}

interface UsageTilesProps {
  total: GroupTotal;
  /** The totals of the previous period; undefined if it is not compared. */
  before: GroupTotal | undefined;
  /** The path of the request list with these filters. */
  getLink: (names: Readonly<Record<string, string>>) => string;
}

export function UsageTiles({ total, before, getLink }: UsageTilesProps) {
  const earlier = before === undefined ? [] : getTiles(before);
  return (
    <SimpleGrid cols={{ base: 2, md: 3, xl: 6 }} spacing="sm" mb="md">
      {getTiles(total).map((tile, index) => (
        <UsageTile key={tile.label} {...tile} to={getLink(tile.names)} before={earlier[index]?.value} />
      ))}
    </SimpleGrid>
  );
}

interface UsageTileProps extends Tile {
  to: string;
  before: string | undefined;
}

function UsageTile({ label, value, note, meaning, to, before }: UsageTileProps) {
  return (
    <Paper withBorder p="sm">
      <Text size="sm" c="dimmed" className={classes.label}>
        {label}
        <Tooltip label={meaning} multiline w={260} events={{ hover: true, focus: true, touch: true }}>
          <button type="button" className={classes.help} aria-label={`${label}: ${meaning}`}>
            <IconInfoCircle size={14} aria-hidden />
          </button>
        </Tooltip>
      </Text>
      <Text fz="xl" fw={650}>
        <Anchor component={Link} to={to} inherit c="inherit" aria-label={`${label}: ${value}. View requests`}>
          {value}
        </Anchor>
      </Text>
      <Text size="xs" c="dimmed">
        {note}
      </Text>
      {before === undefined ? null : (
        <Text size="xs" fw={550}>
          Previous period: {before}
        </Text>
      )}
    </Paper>
  );
}

function getTiles(total: GroupTotal): Tile[] {
  const { requests, errors, tokens, cost, cacheHits, estimated, unknownCost } = total;
  const share = (count: number): string => (requests === 0 ? '–' : formatPercent(count / requests));
  return [
    {
      label: 'Spend',
      value: formatSpend({ costUsd: cost, unpriced: unknownCost }),
      note: unknownCost === 0 ? 'All requests' : 'Requests with a known price',
      meaning: 'Cost of requests at the model prices valid when they were sent.',
      names: { sort: '-cost_usd' },
    },
    {
      label: 'Requests',
      value: formatCount(requests),
      note: `${share(cacheHits)} from the cache`,
      meaning: 'Requests that reached a provider or were served from the cache.',
      names: {},
    },
    {
      label: 'Errors',
      value: share(errors),
      note: formatRequests(errors),
      meaning: 'Requests that failed after all attempts.',
      names: { outcome: 'error' },
    },
    {
      label: 'Tokens',
      value: formatCount(tokens),
      note: 'Input and output',
      meaning: 'Input and output tokens, including cached ones.',
      names: {},
    },
    {
      label: 'Unknown cost',
      value: share(unknownCost),
      note: formatRequests(unknownCost),
      meaning: 'Requests to models without a price. Their cost is not included in the spend.',
      names: { cost: 'unknown' },
    },
    {
      label: 'Estimated',
      value: share(estimated),
      note: formatRequests(estimated),
      meaning: 'Requests without usage from the provider. The gateway estimated their tokens.',
      names: { estimated: 'true' },
    },
  ];
}

function formatRequests(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'request' : 'requests'}`;
}
