import '@mantine/charts/styles.css';
import { AreaChart, BarChart, type BarChartProps, LineChart } from '@mantine/charts';
import { Box } from '@mantine/core';
import { useMemo } from 'react';
import { type TimeBucket, type TimePoint, buildTimeAxis } from './time-buckets.js';

/** Room for the numbers beside the axis: "$0.000123". */
const AXIS_WIDTH = 64;

export interface Series {
  /** Its key in the `values` of a point. */
  name: string;
  label: string;
  color: string;
}

export interface TimeSeriesProps {
  /** What the chart shows, for who cannot see it: "Requests per hour". */
  label: string;
  points: readonly TimePoint[];
  series: readonly Series[];
  bucket: TimeBucket;
  kind?: 'area' | 'bar' | 'line';
  /** Whether the series add up to something. */
  stacked?: boolean;
  formatValue: (value: number) => string;
  height?: number;
}

export function TimeSeriesDrawing(props: TimeSeriesProps & { height: number }) {
  const { label, points, series, bucket, kind = 'area', stacked = false, formatValue, height } = props;
  const data = useMemo(() => points.map(({ at, values }) => ({ at, ...values })), [points]);
  const axis = useMemo(
    () =>
      buildTimeAxis(
        points.map(({ at }) => at),
        bucket,
      ),
    [points, bucket],
  );
  const drawing = {
    h: height,
    data,
    dataKey: 'at',
    series: [...series],
    valueFormatter: formatValue,
    withLegend: series.length > 1,
    gridAxis: 'x',
    tickLine: 'none',
    xAxisProps: {
      tickFormatter: axis.formatTick,
      ticks: axis.ticks,
      minTickGap: 28,
      interval: 'preserveStartEnd',
    },
    yAxisProps: { width: AXIS_WIDTH, tickCount: 4 },
    tooltipProps: { labelFormatter: (at: unknown) => (isMoment(at) ? axis.formatMoment(at) : '') },
  } satisfies BarChartProps;
  const lines = { withDots: false, curveType: 'monotone', connectNulls: false, strokeWidth: 2 } as const;
  return (
    <Box component="figure" m={0} aria-label={label}>
      {kind === 'bar' ? (
        <BarChart {...drawing} type={stacked ? 'stacked' : 'default'} maxBarWidth={24} />
      ) : kind === 'line' ? (
        <LineChart {...drawing} {...lines} />
      ) : (
        <AreaChart {...drawing} {...lines} type={stacked ? 'stacked' : 'default'} fillOpacity={0.18} />
      )}
    </Box>
  );
}

/** While nobody points at the chart its tooltip is of no moment. */
function isMoment(at: unknown): at is string {
  return typeof at === 'string' && at !== '';
}
