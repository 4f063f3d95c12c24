import { Stack, Text } from '@mantine/core';
import { METRIC_COLORS } from '../../../kit/charts/palette.js';
import { Sparkline } from '../../../kit/charts/sparkline.js';
import { formatCount, formatDuration, formatPercent } from '../../../kit/format.js';
import { formatSpend } from '../../../kit/spend.js';
import { type ChannelTraffic } from './channel-traffic.js';

type Hours = NonNullable<ChannelTraffic['hours']>;

interface Figure {
  label: string;
  /** For the header of a column. */
  shortLabel: string;
  /** The value of the API's `sort` parameter. */
  sortBy: string;
  color: string;
  getValues: (hours: Hours) => readonly (number | null)[];
  getText: (traffic: ChannelTraffic) => string;
}

export const FIGURES = {
  requests: {
    label: 'Requests',
    shortLabel: 'Requests',
    sortBy: 'requests',
    color: METRIC_COLORS.requests,
    getValues: (hours) => hours.requests,
    getText: ({ requests }) => formatCount(requests),
  },
  errors: {
    label: 'Error rate',
    shortLabel: 'Errors',
    sortBy: 'error_rate',
    color: METRIC_COLORS.errors,
    getValues: (hours) => hours.errors,
    getText: ({ errors, requests }) => formatPercent(requests === 0 ? 0 : errors / requests),
  },
  latency: {
    label: 'Average latency',
    shortLabel: 'Latency',
    sortBy: 'latency',
    color: METRIC_COLORS.slow,
    getValues: (hours) => hours.averageMs,
    getText: ({ averageMs }) => (averageMs === null ? '–' : formatDuration(averageMs)),
  },
  spend: {
    label: 'Spend',
    shortLabel: 'Spend',
    sortBy: 'spend',
    color: METRIC_COLORS.spend,
    getValues: (hours) => hours.costUsd,
    getText: formatSpend,
  },
} as const satisfies Record<string, Figure>;

export type FigureName = keyof typeof FIGURES;
export const FIGURE_NAMES = Object.keys(FIGURES) as FigureName[];

interface TrafficFigureProps {
  name: FigureName;
  traffic: ChannelTraffic | undefined;
  width?: number;
}

/** A metric of the last 24 hours with an hourly sparkline. */
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
      {traffic.hours === undefined ? null : (
        <Sparkline
          values={getValues(traffic.hours)}
          color={color}
          label={`${label} in the last 24 hours: ${text}`}
          width={width}
        />
      )}
    </Stack>
  );
}
