import { Skeleton } from '@mantine/core';
import { Suspense, lazy } from 'react';
import { loadPart } from '../load-part.js';
import { type TimeSeriesProps } from './time-series-props.js';

const HEIGHT = 220;

/** The library that draws is large, and comes with the first chart. */
const Drawing = lazy(() =>
  loadPart(async () => ({ default: (await import('./time-series-drawing.js')).TimeSeriesDrawing })),
);

export function TimeSeries({ height = HEIGHT, ...props }: TimeSeriesProps) {
  return (
    <Suspense fallback={<Skeleton h={height} />}>
      <Drawing {...props} height={height} />
    </Suspense>
  );
}
