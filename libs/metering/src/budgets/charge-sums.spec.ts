import { describe, expect, it } from '@jest/globals';
import { sumCharges } from './charge-sums.js';

describe('sumCharges', () => {
  it('sums the charges of each budget account', () => {
    expect(
      sumCharges([
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

  it('subtracts corrections of estimates', () => {
    expect(
      sumCharges([
        { budgetAccounts: ['token:a'], costMicroUsd: 10 },
        { budgetAccounts: ['token:a'], costMicroUsd: -4 },
      ]),
    ).toEqual([{ account: 'token:a', settledMicroUsd: 10, costMicroUsd: 6 }]);
  });

  it('omits requests with a cost of 0, with an unknown cost, and without budget accounts', () => {
    expect(
      sumCharges([
        { budgetAccounts: ['token:a'], costMicroUsd: 0 },
        { budgetAccounts: ['token:a'], costMicroUsd: undefined },
        { budgetAccounts: [], costMicroUsd: 9 },
      ]),
    ).toEqual([]);
  });

  it('throws for an invalid amount', () => {
    expect(() => sumCharges([{ budgetAccounts: ['token:a'], costMicroUsd: 0.5 }])).toThrow(RangeError);
  });
});
