import { type PointerEvent, useState } from 'react';
import { type TimeZone } from '../time-zone/time-zone.js';
import { type PlotScale, findPoint } from './chart-shapes.js';
import { type TimeBucket, type TimePoint, type TimeSpan, getNextBucket } from './time-buckets.js';

interface BrushOptions {
  points: readonly TimePoint[];
  bucket: TimeBucket;
  zone: TimeZone;
  scale: PlotScale;
  onZoom: ((span: TimeSpan) => void) | undefined;
}

interface Drag {
  /** Where the drag started, in pixels. */
  fromX: number;
  /** The current position of the pointer, in pixels. */
  toX: number;
}

/** A shorter movement counts as a click. */
const MIN_DRAG_PX = 6;

/** Tracks the point under the pointer and the range that the user selects by dragging. */
export function useBrush({ points, bucket, zone, scale, onZoom }: BrushOptions) {
  const [pointed, setPointed] = useState<number>();
  const [drag, setDrag] = useState<Drag>();
  const brush =
    drag !== undefined && Math.abs(drag.toX - drag.fromX) >= MIN_DRAG_PX ? toBrush(drag, scale) : undefined;
  const stop = (): void => {
    setDrag(undefined);
    setPointed(undefined);
  };
  const handlers = {
    onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
      if (onZoom === undefined || event.button !== 0 || points.length < 2) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      const x = getX(event);
      setDrag({ fromX: x, toX: x });
    },
    onPointerMove: (event: PointerEvent<SVGSVGElement>) => {
      const x = getX(event);
      if (points.length > 0) setPointed(findPoint(x, scale));
      if (drag !== undefined) setDrag({ ...drag, toX: x });
    },
    onPointerUp: () => {
      setDrag(undefined);
      if (brush !== undefined) onZoom?.(getSpan(points, brush, { bucket, zone }));
    },
    onPointerLeave: () => setPointed(undefined),
    onPointerCancel: stop,
  };
  return { brush, pointed: pointed !== undefined && pointed < points.length ? pointed : undefined, handlers };
}

function toBrush({ fromX, toX }: Drag, scale: PlotScale): { first: number; last: number } {
  const [one, other] = [findPoint(fromX, scale), findPoint(toX, scale)];
  return { first: Math.min(one, other), last: Math.max(one, other) };
}

function getSpan(
  points: readonly TimePoint[],
  { first, last }: { first: number; last: number },
  { bucket, zone }: Pick<BrushOptions, 'bucket' | 'zone'>,
): TimeSpan {
  const from = points[first]?.at ?? '';
  const endMs = getNextBucket(Date.parse(points[last]?.at ?? from), bucket, zone);
  return { from: new Date(from).toISOString(), to: new Date(endMs).toISOString() };
}

function getX(event: PointerEvent<SVGSVGElement>): number {
  return event.clientX - event.currentTarget.getBoundingClientRect().left;
}
