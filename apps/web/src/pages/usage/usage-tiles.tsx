import { Paper, SimpleGrid, Text, Tooltip } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { formatCount, formatPercent, formatUsd } from '../../kit/format.js';
import { type GroupTotal } from './usage-groups.js';
import classes from './usage-tiles.module.css';

interface Tile {
  label: string;
  value: string;
  note: string;
  /** What the number means, for who wonders. */
  meaning: string;
}

interface UsageTilesProps {
  total: GroupTotal;
  /** Of the period before; undefined where it is not looked at. */
  before: GroupTotal | undefined;
}

export function UsageTiles({ total, before }: UsageTilesProps) {
  const earlier = before === undefined ? [] : getTiles(before);
  return (
    <SimpleGrid cols={{ base: 2, md: 3, xl: 6 }} spacing="sm" mb="md">
      {getTiles(total).map((tile, index) => (
        <UsageTile key={tile.label} {...tile} before={earlier[index]?.value} />
      ))}
    </SimpleGrid>
  );
}

function UsageTile({ label, value, note, meaning, before }: Tile & { before: string | undefined }) {
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
        {value}
      </Text>
      <Text size="xs" c="dimmed">
        {note}
      </Text>
      {before === undefined ? null : (
        <Text size="xs" fw={550}>
          Before: {before}
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
      value: formatUsd(cost),
      note: unknownCost === 0 ? 'of all requests' : 'as far as prices are known',
      meaning: 'What requests cost by the prices of their models, when they were answered.',
    },
    {
      label: 'Requests',
      value: formatCount(requests),
      note: `${share(cacheHits)} from the cache`,
      meaning: 'Requests that reached a provider, or were answered from the cache.',
    },
    {
      label: 'Errors',
      value: share(errors),
      note: `${formatCount(errors)} requests`,
      meaning: 'Requests that failed after all attempts.',
    },
    {
      label: 'Tokens',
      value: formatCount(tokens),
      note: 'in and out',
      meaning: 'Tokens of prompts and of answers together, cached ones included.',
    },
    {
      label: 'Unknown cost',
      value: share(unknownCost),
      note: `${formatCount(unknownCost)} requests`,
      meaning:
        'Requests of models without a price. They are not in the spend; set a price to have them counted.',
    },
    {
      label: 'Estimated',
      value: share(estimated),
      note: `${formatCount(estimated)} requests`,
      meaning: 'Requests whose provider reported no usage. The gateway counted their tokens itself.',
    },
  ];
}
