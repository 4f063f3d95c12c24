import { describe, expect, it } from '@jest/globals';
import {
  type BudgetLimit,
  describeBudgetAccount,
  otherBudgetAccounts,
  getBudgetAccounts,
} from './budget-account.js';

const NOON = new Date('2026-11-15T12:00:00Z');
const total: BudgetLimit = { microUsd: 5, period: 'total' };
const daily: BudgetLimit = { microUsd: 6, period: 'daily' };
const monthly: BudgetLimit = { microUsd: 7, period: 'monthly' };

function accountsAt(moment: string, budget: BudgetLimit): string | undefined {
  const budgetAccounts = getBudgetAccounts(
    { token: { id: 't', owner: 'o' }, globalBudget: budget },
    new Date(moment),
  );
  return budgetAccounts.at(-1)?.account;
}

describe('getBudgetAccounts', () => {
  it('returns the account of the token if there is no budget', () => {
    expect(getBudgetAccounts({ token: { id: 't', owner: 'o' } }, NOON)).toEqual([
      { account: 'token:t', period: 'total', scope: 'token' },
    ]);
  });

  it('limits the account of the token itself if it has a total budget', () => {
    expect(getBudgetAccounts({ token: { id: 't', owner: 'o', budget: total } }, NOON)).toEqual([
      { account: 'token:t', limitMicroUsd: 5, period: 'total', scope: 'token' },
    ]);
  });

  it('returns at most four accounts', () => {
    const payer = {
      token: { id: 't', owner: 'o', budget: daily },
      ownerBudget: monthly,
      globalBudget: total,
    };
    expect(getBudgetAccounts(payer, NOON)).toEqual([
      { account: 'token:t', period: 'total', scope: 'token' },
      { account: 'token:t@2026-11-15', limitMicroUsd: 6, period: 'daily', scope: 'token' },
      { account: 'owner:o@2026-11', limitMicroUsd: 7, period: 'monthly', scope: 'owner' },
      { account: 'global', limitMicroUsd: 5, period: 'total', scope: 'global' },
    ]);
  });

  it.each([
    ['2026-11-15T00:00:00.000Z', daily, 'global@2026-11-15'],
    ['2026-11-15T23:59:59.999Z', daily, 'global@2026-11-15'],
    ['2026-11-16T00:00:00.000+01:00', daily, 'global@2026-11-15'],
    ['2026-12-31T23:59:59.999Z', daily, 'global@2026-12-31'],
    ['2028-02-29T12:00:00.000Z', daily, 'global@2028-02-29'],
    ['2027-02-28T23:59:59.999Z', monthly, 'global@2027-02'],
    ['2027-03-01T00:00:00.000Z', monthly, 'global@2027-03'],
    ['2026-12-31T23:30:00.000-01:00', monthly, 'global@2027-01'],
    ['2026-11-15T12:00:00.000Z', total, 'global'],
  ])('%s in %j is %s', (moment, budget, account) => {
    expect(accountsAt(moment, budget)).toBe(account);
  });

  it.each(['ann', 'ann@example.com', 'a/held', 'x@2026-11', 'token:1', 'Zoë & søn'])(
    'encodes the owner %s in the account name',
    (owner) => {
      const [, budgetAccount] = getBudgetAccounts({ token: { id: 't', owner }, ownerBudget: monthly }, NOON);
      expect(budgetAccount?.account).not.toContain('/');
      expect(describeBudgetAccount(budgetAccount?.account ?? '')).toMatchObject({
        name: owner,
        period: 'monthly',
      });
    },
  );
});

describe('describeBudgetAccount', () => {
  it.each([
    ['token:t', { scope: 'token', name: 't', period: 'total' }],
    ['global', { scope: 'global', name: 'global', period: 'total' }],
    ['token:t@2028-02-28', { scope: 'token', name: 't', period: 'daily', renewsAt: '2028-02-29' }],
    ['token:t@2028-02-29', { scope: 'token', name: 't', period: 'daily', renewsAt: '2028-03-01' }],
    ['owner:o@2026-12', { scope: 'owner', name: 'o', period: 'monthly', renewsAt: '2027-01-01' }],
    ['global@2026-12-31', { scope: 'global', name: 'global', period: 'daily', renewsAt: '2027-01-01' }],
  ])('%s', (account, { renewsAt, ...facts }: Record<string, string>) => {
    const renewal = renewsAt === undefined ? {} : { renewsAt: new Date(`${renewsAt}T00:00:00Z`) };
    expect(describeBudgetAccount(account)).toEqual({ ...facts, ...renewal });
  });

  it.each(['revenue', 'budgets', 'tokens', ''])('rejects %j, which is no budget account', (account) => {
    expect(() => describeBudgetAccount(account)).toThrow('is not a valid budget account name');
  });
});

describe('otherBudgetAccounts', () => {
  it("returns all accounts except the token's own", () => {
    const budgetAccounts = getBudgetAccounts(
      { token: { id: 't', owner: 'o', budget: daily }, globalBudget: total },
      NOON,
    );
    expect(otherBudgetAccounts('t', budgetAccounts)).toEqual(['token:t@2026-11-15', 'global']);
    expect(otherBudgetAccounts('t')).toEqual([]);
  });
});
