import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConfigFolder } from './testing/config-folder.js';

let folder: ConfigFolder;
beforeAll(() => {
  folder = new ConfigFolder();
});
afterAll(() => {
  folder.remove();
});

const token = (keys: string) => `tokens:\n  - name: a\n    ${keys}`;

describe('an invalid budget', () => {
  it.each<[yaml: string, message: string]>([
    ...['yearly', '0h', '721h', '-5h'].map((period): [string, string] => [
      token(`budget: { usd: 1, period: ${period} }`),
      `3: tokens[0].budget.period: "${period}" is not a period: total, daily, weekly, monthly, or 1h to 720h`,
    ]),
    [token('budget: { usd: -1 }'), '3: tokens[0].budget.usd: -1 is not an amount in USD (0 to 1000000000)'],
    [
      token('budget: { requests: 1.5 }'),
      '3: tokens[0].budget.requests: 1.5 is not a whole number from 0 to 1000000000000',
    ],
    [token('budget: { period: daily }'), '3: tokens[0].budget: must have one of usd, tokens, requests'],
    [token('budget: { usd: 1, tokens: 5 }'), '3: tokens[0].budget.tokens: cannot be combined with usd'],
    [token('budget: 5'), '3: tokens[0].budget: 5 is not a map of usd, tokens or requests, and period'],
    [token('budget: []'), '3: tokens[0].budget: an empty list is not a list of one or more budgets'],
    [
      token('budget:\n      - { usd: 1 }\n      - { usd: -2, period: 5h }'),
      '5: tokens[0].budget[1].usd: -2 is not an amount in USD (0 to 1000000000)',
    ],
    [
      token('budget: [{ usd: 1, period: 5h }, { usd: 2, period: 5h }]'),
      '3: tokens[0].budget[1]: has the unit and period of entry 0',
    ],
    [
      token(`budget: [${'{ usd: 1 }, '.repeat(10_000)}]`),
      '3: tokens[0].budget: has 10000 items; the maximum is 8',
    ],
  ])('%#: %s', (yaml, message) => {
    expect(folder.getError(yaml)).toBe(`modelgate.yaml:${message}`);
  });
});

describe('a budget', () => {
  it.each([
    ['{ usd: 5, period: weekly }', { usd: 5, period: 'weekly' }],
    ['{ requests: 9 }', { requests: 9, period: 'total' }],
    [
      '[{ usd: 1, period: 5h }, { tokens: 1000, period: 720h }]',
      [
        { usd: 1, period: '5h' },
        { tokens: 1000, period: '720h' },
      ],
    ],
  ])('is read: %s', (yaml, budget) => {
    expect(folder.load(token(`budget: ${yaml}`)).file?.tokens?.[0]?.budget).toEqual(budget);
    expect(folder.load(`budgets: { global: ${yaml} }`).file?.budgets?.global).toEqual(budget);
  });
});
