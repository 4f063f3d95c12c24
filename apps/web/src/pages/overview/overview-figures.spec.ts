import { describe, expect, it } from '@jest/globals';
import { type Schema } from '../../api/client.js';
import { addUp, compare, rank } from './overview-figures.js';

type UsageSum = Schema<'UsageSumView'>;

const sum = (fields: Partial<UsageSum>): UsageSum =>
  ({ requests: 1, errors: 0, cost_usd: 0, requests_of_unknown_cost: 0, ...fields }) as UsageSum;

describe('addUp', () => {
  it('sums up all metrics', () => {
    const sums = [sum({ requests: 2, errors: 1, cost_usd: 0.5 }), sum({ requests_of_unknown_cost: 1 })];
    expect(addUp(sums)).toEqual({ requests: 3, errors: 1, costUsd: 0.5, unpriced: 1 });
  });
});

describe('compare', () => {
  it.each([
    [112, 100, '12% more than in the day before'],
    [50, 100, '50% less than in the day before'],
    [104, 100, 'About the same as in the day before'],
    [250, 100, '2.5 times as much as in the day before'],
    [2000, 100, '20 times as much as in the day before'],
    [3, 0, 'None in the day before'],
    [0, 0, undefined],
  ])('compares %i with %i', (value, before, text) => {
    expect(compare({ value, before, period: 'the day before', kind: 'amount' })).toBe(text);
  });

  it.each([
    ['count', 200, '2.0 times as many as in'],
    ['count', 50, '50% fewer than in'],
    ['duration', 200, '2.0 times as long as in'],
    ['duration', 150, '50% longer than in'],
    ['duration', 50, '50% shorter than in'],
  ] as const)('uses the words for a %s', (kind, value, text) => {
    expect(compare({ value, before: 100, period: 'the day before', kind })).toBe(`${text} the day before`);
  });
});

describe('rank', () => {
  it('returns the groups with the highest cost, then with the most requests', () => {
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
