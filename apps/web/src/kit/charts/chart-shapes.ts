import { type TimePoint } from './time-buckets.js';
import { type Series } from './time-series-props.js';

/** Where values are drawn inside of the chart, in pixels. */
interface PlotArea {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface PlotScale {
  area: PlotArea;
  /** How many points there are, and the value at the upper edge. */
  count: number;
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
  /** Empty where no two points are next to each other. */
  path: string;
  /** Points that no line leads to. */
  dots: { x: number; y: number }[];
}

const MAX_BAR_WIDTH = 24;
/** So that a value above zero is seen beside a large one. */
const MIN_BAR_HEIGHT = 1;

export function getPointX(index: number, { area, count }: PlotScale): number {
  return area.left + ((index + 0.5) * area.width) / Math.max(1, count);
}

export function getValueY(value: number, { area, max }: PlotScale): number {
  return area.top + area.height * (1 - value / max);
}

/** The point whose slot is at `x`, or the nearest. */
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
  const isThere = (index: number): boolean => (points[index]?.values[name] ?? null) !== null;
  const dots: Line['dots'] = [];
  let path = '';
  for (const [index, { values }] of points.entries()) {
    const value = values[name] ?? null;
    if (value === null) continue;
    const [x, y] = [round(getPointX(index, scale)), round(getValueY(value, scale))];
    if (isThere(index - 1)) path += `L${x} ${y}`;
    else if (isThere(index + 1)) path += `M${x} ${y}`;
    else dots.push({ x, y });
  }
  return { color, path, dots };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
