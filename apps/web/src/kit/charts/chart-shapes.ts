import { type TimePoint } from './time-buckets.js';
import { type Series } from './time-series-props.js';

/** The part of the chart in which values are drawn, in pixels. */
interface PlotArea {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface PlotScale {
  area: PlotArea;
  /** The number of points. */
  count: number;
  /** The value at the upper edge. */
  max: number;
}

interface Bar {
  key: string;
  color: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Line {
  color: string;
  /** Empty if no two neighbouring points have values. */
  path: string;
  /** Points without a neighbour that has a value. */
  dots: { x: number; y: number }[];
}

const MAX_BAR_WIDTH = 24;
/** Keeps a small value visible next to a large one. */
const MIN_BAR_HEIGHT = 1;

export function getPointX(index: number, { area, count }: PlotScale): number {
  return area.left + ((index + 0.5) * area.width) / Math.max(1, count);
}

export function getValueY(value: number, { area, max }: PlotScale): number {
  return area.top + area.height * (1 - value / max);
}

/** The index of the point whose slot contains `x`, or of the nearest point. */
export function findPoint(x: number, { area, count }: PlotScale): number {
  const index = Math.floor(((x - area.left) / area.width) * count);
  return Math.min(Math.max(index, 0), count - 1);
}

export function getHighest(
  points: readonly TimePoint[],
  series: readonly Series[],
  isStacked: boolean,
): number {
  const heights = points.map(({ values }) => {
    const amounts = series.map(({ name }) => values[name] ?? 0);
    return isStacked ? amounts.reduce((sum, amount) => sum + amount, 0) : Math.max(...amounts, 0);
  });
  return Math.max(...heights, 0);
}

/** The first series is at the bottom. */
export function buildBars(points: readonly TimePoint[], series: readonly Series[], scale: PlotScale): Bar[] {
  const slot = scale.area.width / Math.max(1, points.length);
  const width = Math.max(1, Math.min(MAX_BAR_WIDTH, slot * 0.75));
  return points.flatMap(({ at, values }, index) => {
    let below = 0;
    return series.flatMap(({ name, color }) => {
      const value = values[name] ?? 0;
      if (value <= 0) return [];
      const bottom = getValueY(below, scale);
      below += value;
      const height = Math.max(MIN_BAR_HEIGHT, bottom - getValueY(below, scale));
      const x = getPointX(index, scale) - width / 2;
      return [
        {
          key: `${at} ${name}`,
          color,
          x: round(x),
          y: round(bottom - height),
          width: round(width),
          height: round(height),
        },
      ];
    });
  });
}

export function buildLine(points: readonly TimePoint[], { name, color }: Series, scale: PlotScale): Line {
  const hasValue = (index: number): boolean => (points[index]?.values[name] ?? null) !== null;
  const dots: Line['dots'] = [];
  let path = '';
  for (const [index, { values }] of points.entries()) {
    const value = values[name] ?? null;
    if (value === null) continue;
    const [x, y] = [round(getPointX(index, scale)), round(getValueY(value, scale))];
    if (hasValue(index - 1)) path += `L${x} ${y}`;
    else if (hasValue(index + 1)) path += `M${x} ${y}`;
    else dots.push({ x, y });
  }
  return { color, path, dots };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
