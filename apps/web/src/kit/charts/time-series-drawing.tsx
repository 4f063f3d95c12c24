import '@mantine/charts/styles.css';
import { AreaChart, BarChart, type BarChartProps, LineChart } from '@mantine/charts';
import { Box } from '@mantine/core';
import { useMemo } from 'react';
import { buildTimeAxis } from './time-buckets.js';
import { type TimeSeriesProps } from './time-series-props.js';

/** Room for the numbers beside the axis: "$0.000123". */
const AXIS_WIDTH = 64;

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
    tooltipProps: {
      labelFormatter: (at: unknown, values: unknown) =>
        isMoment(at) ? `${axis.formatMoment(at)}${stacked ? describeTotal(values, formatValue) : ''}` : '',
    },
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

/** What stacked series come to together, where there are several. */
function describeTotal(values: unknown, formatValue: TimeSeriesProps['formatValue']): string {
  if (!Array.isArray(values) || values.length < 2) return '';
  const amounts = values.map(({ value }: { value?: unknown }) => (typeof value === 'number' ? value : 0));
  return `: ${formatValue(amounts.reduce((sum, amount) => sum + amount, 0))} in all`;
}
