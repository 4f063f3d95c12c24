import { Paper, Text } from '@mantine/core';
import { type TimeZone } from '../time-zone/time-zone.js';
import { toCssColor } from './palette.js';
import { formatPointTime } from './time-axis.js';
import { type TimeBucket, type TimePoint } from './time-buckets.js';
import { type Series } from './time-series-props.js';
import { type Unit, formatValue } from './value-axis.js';
import classes from './time-series.module.css';

interface ChartTooltipProps {
  point: TimePoint | undefined;
  series: readonly Series[];
  bucket: TimeBucket;
  unit: Unit;
  zone: TimeZone;
  isStacked: boolean;
  /** The position of the point in the drawing, in pixels. */
  x: number;
  /** The width of the drawing, in pixels. */
  width: number;
}

/** Shows the values of one point, on the side of the point that has more space. */
export function ChartTooltip({ point, series, bucket, unit, zone, isStacked, x, width }: ChartTooltipProps) {
  if (point === undefined) return null;
  const values = series.flatMap((one) => {
    const value = point.values[one.name] ?? null;
    const isShown = value !== null && (value !== 0 || series.length === 1);
    return isShown ? [{ ...one, value }] : [];
  });
  const total = values.reduce((sum, { value }) => sum + value, 0);
  const side = x < width / 2 ? { left: x + 12 } : { right: width - x + 12 };
  return (
    <Paper withBorder shadow="md" p="xs" className={classes.tooltip} style={side} aria-hidden>
      <Text size="xs" fw={600} mb={4}>
        {formatPointTime(point.at, bucket, zone)}
      </Text>
      {values.length === 0 ? <Text size="xs">No data</Text> : null}
      {values.map(({ name, label, color, value }) => (
        <div key={name} className={classes.tooltipLine}>
          <span className={classes.swatch} style={{ background: toCssColor(color) }} />
          <span className={classes.tooltipLabel}>{label}</span>
          <span>{formatValue(value, unit)}</span>
        </div>
      ))}
      {isStacked && values.length > 1 ? (
        <div className={classes.tooltipLine}>
          <span className={classes.tooltipLabel}>Total</span>
          <span>{formatValue(total, unit)}</span>
        </div>
      ) : null}
    </Paper>
  );
}
