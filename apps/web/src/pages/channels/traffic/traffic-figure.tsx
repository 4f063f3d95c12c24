import { Stack, Text } from '@mantine/core';
import { MEANING } from '../../../kit/charts/palette.js';
import { Sparkline } from '../../../kit/charts/sparkline.js';
import { formatCount, formatDuration, formatPercent, formatUsd } from '../../../kit/format.js';
import { type ChannelTraffic } from './channel-traffic.js';

interface Figure {
  label: string;
  color: string;
  getValues: (traffic: ChannelTraffic) => readonly (number | null)[];
  getText: (traffic: ChannelTraffic) => string;
}

export const FIGURES = {
  requests: {
    label: 'Requests',
    color: MEANING.requests,
    getValues: ({ hours }) => hours.requests,
    getText: ({ requests }) => formatCount(requests),
  },
  errors: {
    label: 'Error rate',
    color: MEANING.errors,
    getValues: ({ hours }) => hours.errors,
    getText: ({ errors, requests }) => formatPercent(requests === 0 ? 0 : errors / requests),
  },
  latency: {
    label: 'Latency',
    color: MEANING.slow,
    getValues: ({ hours }) => hours.averageMs,
    getText: ({ averageMs }) => (averageMs === null ? '–' : formatDuration(averageMs)),
  },
  spend: {
    label: 'Spend',
    color: MEANING.spend,
    getValues: ({ hours }) => hours.costUsd,
    getText: ({ costUsd }) => formatUsd(costUsd),
  },
} as const satisfies Record<string, Figure>;

export type FigureName = keyof typeof FIGURES;
export const FIGURE_NAMES = Object.keys(FIGURES) as FigureName[];

interface TrafficFigureProps {
  name: FigureName;
  traffic: ChannelTraffic | undefined;
  width?: number;
}

/** One figure of the last day, and how it went. */
export function TrafficFigure({ name, traffic, width }: TrafficFigureProps) {
  if (traffic === undefined) {
    return (
      <Text size="sm" c="dimmed">
        –
      </Text>
    );
  }
  const { label, color, getValues, getText } = FIGURES[name];
  const text = getText(traffic);
  return (
    <Stack gap={2} align="flex-start">
      <Text size="sm" className="tabular">
        {text}
      </Text>
      <Sparkline
        values={getValues(traffic)}
        color={color}
        label={`${label} in the last 24 hours: ${text}`}
        width={width}
      />
    </Stack>
  );
}
