import { Group, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useDeferredValue } from 'react';
import { useTimeZone } from '../time-zone/use-time-zone.js';
import { describeZone } from '../time-zone/zone-clock.js';
import { toCssColor } from './palette.js';
import { TimeSeriesDrawing } from './time-series-drawing.js';
import { type Series, type TimeSeriesProps } from './time-series-props.js';
import classes from './time-series.module.css';

const HEIGHT = 220;

/** Bars or lines over time. The height is set before the width is measured, which avoids a layout shift. */
export function TimeSeries({ height = HEIGHT, ...props }: TimeSeriesProps) {
  const { ref, width: measured } = useElementSize();
  // All charts of a page are measured at once. Deferring the width lets React split their rendering into short tasks.
  const width = useDeferredValue(measured);
  const zone = useTimeZone();
  const { label, series, points, onZoom } = props;
  const last = points.at(-1)?.at;
  return (
    <figure className={classes.figure} aria-label={label}>
      <div ref={ref} className={classes.plot} style={{ height }}>
        {width > 0 ? <TimeSeriesDrawing {...props} zone={zone} width={width} height={height} /> : null}
      </div>
      <Group gap="xs" justify="space-between" mt={4} component="figcaption">
        {series.length > 1 ? <Legend series={series} /> : null}
        <Text size="xs" c="dimmed">
          {describeZone(zone, last === undefined ? undefined : new Date(last))}
          {onZoom === undefined ? '' : ' · Drag to zoom'}
        </Text>
      </Group>
    </figure>
  );
}

function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul className={classes.legend} aria-label="Legend">
      {series.map(({ name, label, color }) => (
        <li key={name}>
          <span className={classes.swatch} style={{ background: toCssColor(color) }} />
          {label}
        </li>
      ))}
    </ul>
  );
}
