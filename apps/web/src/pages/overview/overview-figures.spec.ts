import { describe, expect, it } from '@jest/globals';
import { type Schema } from '../../api/client.js';
import { addUp, compare, rank, splitAt } from './overview-figures.js';

type UsageSum = Schema<'UsageSumView'>;

const sum = (fields: Partial<UsageSum>): UsageSum =>
  ({ requests: 1, errors: 0, cost_usd: 0, requests_of_unknown_cost: 0, ...fields }) as UsageSum;

describe('addUp', () => {
  it('adds every figure', () => {
    const sums = [sum({ requests: 2, errors: 1, cost_usd: 0.5 }), sum({ requests_of_unknown_cost: 1 })];
    expect(addUp(sums)).toEqual({ requests: 3, errors: 1, costUsd: 0.5, unpriced: 1 });
  });
});

describe('splitAt', () => {
  it('counts the moment itself to what comes after', () => {
    const sums = [
      sum({ starts_at: '2026-03-01T10:00:00.000Z' }),
      sum({ starts_at: '2026-03-01T11:00:00.000Z' }),
    ];
    const { before, now } = splitAt(sums, '2026-03-01T11:00:00Z');
    expect([before.length, now.length]).toEqual([1, 1]);
  });
});

describe('compare', () => {
  it.each([
    [112, 100, '12 % more than the day before'],
    [50, 100, '50 % less than the day before'],
    [104, 100, 'About as in the day before'],
    [250, 100, '2.5 times the day before'],
    [2000, 100, '20 times the day before'],
    [3, 0, 'None in the day before'],
    [0, 0, undefined],
  ])('%i after %i', (value, before, text) => {
    expect(compare(value, before, 'the day before')).toBe(text);
  });
});

describe('rank', () => {
  it('puts what costs most first, then what is used most, and leaves out the rest', () => {
    const sums = [
      sum({ model: 'cheap', requests: 9 }),
      sum({ model: 'dear', cost_usd: 2 }),
      sum({ model: 'cheap', requests: 1 }),
      sum({ model: 'rare' }),
    ];
    const ranked = rank(sums, ({ model = '' }) => ({ key: model, label: model }), 2);
    expect(ranked.map(({ key, requests }) => [key, requests])).toEqual([
      ['dear', 1],
      ['cheap', 10],
    ]);
  });
});
