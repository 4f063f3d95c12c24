import { describe, expect, it } from '@jest/globals';
import { chargeSums } from './charge-sums.js';

describe('chargeSums', () => {
  it('adds up what each budget account pays', () => {
    expect(
      chargeSums([
        { budgetAccounts: ['token:a', 'global'], costMicroUsd: 3 },
        { budgetAccounts: ['token:b', 'global'], costMicroUsd: 4 },
        { budgetAccounts: ['token:a', 'global'], costMicroUsd: 5 },
      ]),
    ).toEqual([
      { account: 'token:a', settledMicroUsd: 8, costMicroUsd: 8 },
      { account: 'global', settledMicroUsd: 12, costMicroUsd: 12 },
      { account: 'token:b', settledMicroUsd: 4, costMicroUsd: 4 },
    ]);
  });

  it('takes back what was estimated too high', () => {
    expect(
      chargeSums([
        { budgetAccounts: ['token:a'], costMicroUsd: 10 },
        { budgetAccounts: ['token:a'], costMicroUsd: -4 },
      ]),
    ).toEqual([{ account: 'token:a', settledMicroUsd: 10, costMicroUsd: 6 }]);
  });

  it('leaves out what costs nothing, what nobody knows the price of, and what is paid for elsewhere', () => {
    expect(
      chargeSums([
        { budgetAccounts: ['token:a'], costMicroUsd: 0 },
        { budgetAccounts: ['token:a'] },
        { budgetAccounts: [], costMicroUsd: 9 },
      ]),
    ).toEqual([]);
  });

  it('refuses what is no money', () => {
    expect(() => chargeSums([{ budgetAccounts: ['token:a'], costMicroUsd: 0.5 }])).toThrow(RangeError);
  });
});
