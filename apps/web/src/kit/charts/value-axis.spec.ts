import { describe, expect, it } from '@jest/globals';
import { type Unit, buildValueTicks, formatTick } from './value-axis.js';

const formatTicks = (max: number, unit: Unit): string[] =>
  buildValueTicks(max, unit).map((tick) => formatTick(tick, unit));

describe('the labels of a value axis', () => {
  it.each<[number, Unit, string[]]>([
    [0, 'count', ['0', '1']],
    [1, 'count', ['0', '1']],
    [1.4, 'count', ['0', '1', '2']],
    [3, 'count', ['0', '1', '2', '3']],
    [130, 'count', ['0', '50', '100', '150']],
    [45_000, 'count', ['0', '20K', '40K', '60K']],
    [0.00035, 'usd', ['$0.00', '$0.0001', '$0.0002', '$0.0003', '$0.0004']],
    [7.3, 'usd', ['$0.00', '$2.00', '$4.00', '$6.00', '$8.00']],
    [4, 'duration', ['0', '1 ms', '2 ms', '3 ms', '4 ms']],
    [1_900, 'duration', ['0', '500 ms', '1 s', '1.5 s', '2 s']],
    [80_000, 'duration', ['0', '30 s', '1 min', '1 min 30 s']],
    [3 * 86_400_000, 'duration', ['0', '24 h', '48 h', '72 h']],
  ])('up to %d (%s)', (max, unit, expected) => {
    expect(formatTicks(max, unit)).toEqual(expected);
  });

  it('include the highest value with at most five labels', () => {
    for (const unit of ['count', 'usd', 'duration'] as const) {
      for (let max = 0.0003; max < 1e10; max *= 1.7) {
        const ticks = buildValueTicks(max, unit);
        expect(ticks.length).toBeLessThanOrEqual(5);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(max * (1 - 1e-6));
        if (unit !== 'usd') expect(ticks.every((tick) => Number.isInteger(tick))).toBe(true);
      }
    }
  });
});
