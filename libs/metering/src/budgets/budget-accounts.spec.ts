import { describe, expect, it } from '@jest/globals';
import { type StoredBudget } from '#declarations';
import {
  describeBudgetAccount,
  otherBudgetAccounts,
  getBudgetAccounts,
  toChargedAccount,
} from './budget-account.js';

const NOON = new Date('2026-11-15T12:00:00Z');
const total: StoredBudget = [{ unit: 'usd', limit: 5, period: 'total' }];
const daily: StoredBudget = [{ unit: 'usd', limit: 6, period: 'daily' }];
const weekly: StoredBudget = [{ unit: 'usd', limit: 8, period: 'weekly' }];
const rolling: StoredBudget = [{ unit: 'tokens', limit: 9, period: '24h' }];
const monthly: StoredBudget = [{ unit: 'usd', limit: 7, period: 'monthly' }];

function accountsAt(moment: string, budget: StoredBudget): string | undefined {
  const budgetAccounts = getBudgetAccounts(
    { token: { id: 't', owner: 'o' }, globalBudget: budget },
    new Date(moment),
  );
  return budgetAccounts.at(-1)?.account;
}

const list = (budget: StoredBudget) =>
  getBudgetAccounts({ token: { id: 't', owner: 'o', budget }, ownerBudget: budget }, NOON);

describe('getBudgetAccounts', () => {
  it('returns the account of the token if there is no budget', () => {
    expect(getBudgetAccounts({ token: { id: 't', owner: 'o' } }, NOON)).toEqual([
      { account: 'token:t', period: 'total', unit: 'usd', scope: 'token' },
    ]);
  });

  it('limits the account of the token itself if it has a total budget', () => {
    expect(getBudgetAccounts({ token: { id: 't', owner: 'o', budget: total } }, NOON)).toEqual([
      { account: 'token:t', limit: 5, period: 'total', unit: 'usd', scope: 'token' },
    ]);
  });

  it('has an account for each window, in an order that does not depend on that of the windows', () => {
    const windows: StoredBudget = [
      { unit: 'requests', limit: 3, period: 'weekly' },
      { unit: 'usd', limit: 4, period: '5h' },
      { unit: 'usd', limit: 5, period: 'total' },
      { unit: 'tokens', limit: 6, period: 'total' },
    ];
    expect(list(windows)).toEqual(list(windows.toReversed()));
    expect(list(windows).map(toChargedAccount)).toEqual([
      'token:t',
      `token:t@5h#${Date.parse('2026-11-15T12:00:00Z') / 60_000}`,
      'token:t@requests:week-2026-11-09',
      'token:t@tokens',
      'owner:o',
      `owner:o@5h#${Date.parse('2026-11-15T12:00:00Z') / 60_000}`,
      'owner:o@requests:week-2026-11-09',
      'owner:o@tokens',
    ]);
  });

  it('returns one account for each level with one window, and the account of the token', () => {
    const payer = {
      token: { id: 't', owner: 'o', budget: daily },
      ownerBudget: monthly,
      globalBudget: total,
    };
    expect(getBudgetAccounts(payer, NOON)).toEqual([
      { account: 'token:t', period: 'total', unit: 'usd', scope: 'token' },
      { account: 'token:t@2026-11-15', limit: 6, period: 'daily', unit: 'usd', scope: 'token' },
      { account: 'owner:o@2026-11', limit: 7, period: 'monthly', unit: 'usd', scope: 'owner' },
      { account: 'global', limit: 5, period: 'total', unit: 'usd', scope: 'global' },
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
    ['2026-11-15T23:59:59.999Z', weekly, 'global@week-2026-11-09'],
    ['2026-11-16T00:00:00.000Z', weekly, 'global@week-2026-11-16'],
    ['2027-01-03T23:59:59.999Z', weekly, 'global@week-2026-12-28'],
    ['2026-11-15T12:00:00.000Z', rolling, 'global@tokens:24h'],
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
    ['token:t', { unit: 'usd', scope: 'token', name: 't', period: 'total' }],
    ['global', { unit: 'usd', scope: 'global', name: 'global', period: 'total' }],
    [
      'token:t@2028-02-28',
      { unit: 'usd', scope: 'token', name: 't', period: 'daily', renewsAt: '2028-02-29' },
    ],
    [
      'token:t@2028-02-29',
      { unit: 'usd', scope: 'token', name: 't', period: 'daily', renewsAt: '2028-03-01' },
    ],
    [
      'owner:o@2026-12',
      { unit: 'usd', scope: 'owner', name: 'o', period: 'monthly', renewsAt: '2027-01-01' },
    ],
    [
      'global@2026-12-31',
      { unit: 'usd', scope: 'global', name: 'global', period: 'daily', renewsAt: '2027-01-01' },
    ],
    [
      'global@week-2026-12-28',
      { unit: 'usd', scope: 'global', name: 'global', period: 'weekly', renewsAt: '2027-01-04' },
    ],
    ['token:t@5h', { unit: 'usd', scope: 'token', name: 't', period: '5h' }],
    ['owner:o@requests', { unit: 'requests', scope: 'owner', name: 'o', period: 'total' }],
    ['owner:o@tokens:720h', { unit: 'tokens', scope: 'owner', name: 'o', period: '720h' }],
    [
      'global@requests:2026-12',
      { unit: 'requests', scope: 'global', name: 'global', period: 'monthly', renewsAt: '2027-01-01' },
    ],
  ])('%s', (account, { renewsAt, ...facts }: Record<string, string>) => {
    const renewal = renewsAt === undefined ? {} : { renewsAt: new Date(`${renewsAt}T00:00:00Z`) };
    expect(describeBudgetAccount(account)).toEqual({ ...facts, ...renewal });
  });

  it.each([
    'revenue',
    'budgets',
    'tokens',
    '',
    'global@0h',
    'global@721h',
    'global@hourly',
    'global@words:5h',
    'global@week-2026',
  ])('rejects %j, which is no budget account', (account) => {
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
