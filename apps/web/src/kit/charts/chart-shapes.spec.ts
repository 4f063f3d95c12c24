import { describe, expect, it } from '@jest/globals';
import { buildBars, buildLine, findPoint, getHighest } from './chart-shapes.js';
import { type TimePoint } from './time-buckets.js';

const SERIES = [
  { name: 'a', label: 'A', color: 'gate.6' },
  { name: 'b', label: 'B', color: 'red.6' },
] as const;
const AREA = { left: 10, top: 0, width: 100, height: 50 };

const toPoints = (...values: (number | null)[]): TimePoint[] =>
  values.map((a, index) => ({ at: `2026-03-01T0${index}:00:00Z`, values: { a, b: 1 } }));
const scale = (count: number, max = 10) => ({ area: AREA, count, max });

describe('a chart', () => {
  it('draws a single point as a bar and as a dot', () => {
    expect(buildBars(toPoints(5), [SERIES[0]], scale(1))).toMatchObject([
      { x: 48, width: 24, y: 25, height: 25 },
    ]);
    expect(buildLine(toPoints(5), SERIES[0], scale(1))).toEqual({
      color: 'gate.6',
      path: '',
      dots: [{ x: 60, y: 25 }],
    });
  });

  it('stacks bars, and keeps very small bars visible', () => {
    const bars = buildBars(toPoints(5), SERIES, scale(1, 1_000));
    expect(bars.map(({ color, height }) => [color, height])).toEqual([
      ['gate.6', 1],
      ['red.6', 1],
    ]);
    expect(getHighest(toPoints(5, 2), SERIES, true)).toBe(6);
    expect(getHighest(toPoints(5, 2), SERIES, false)).toBe(5);
    expect(getHighest([], SERIES, true)).toBe(0);
  });

  it('interrupts a line at missing values, and draws isolated points as dots', () => {
    const { path, dots } = buildLine(toPoints(1, 2, null, 3, null), SERIES[0], scale(5));
    expect(path).toBe('M20 45L40 40');
    expect(dots).toEqual([{ x: 80, y: 35 }]);
  });

  it('finds the point at a position, also outside the plot', () => {
    expect([0, 10, 34, 36, 109, 500].map((x) => findPoint(x, scale(4)))).toEqual([0, 0, 0, 1, 3, 3]);
  });
});
