import { getTokenBudgetAccount } from '../accounts.js';

export type BudgetPeriod = 'total' | 'daily' | 'monthly';
export type BudgetAccountScope = 'token' | 'owner' | 'global';

export interface BudgetLimit {
  readonly microUsd: number;
  readonly period: BudgetPeriod;
}

/** An account that a request is paid from, and what it was given. */
export interface BudgetAccountLimit {
  readonly account: string;
  /** Undefined where it may be spent from without end. */
  readonly limitMicroUsd?: number;
  readonly period: BudgetPeriod;
  readonly scope: BudgetAccountScope;
}

export interface Payer {
  token: { readonly id: string; readonly owner: string; readonly budget?: BudgetLimit | undefined };
  /** What all tokens of the owner may spend together. */
  ownerBudget?: BudgetLimit | undefined;
  /** What everybody together may spend. */
  globalBudget?: BudgetLimit | undefined;
}

/** Everything that a request of this token is paid from at this moment; first of all the token's own budget account. */
export function getBudgetAccounts(
  { token, ownerBudget, globalBudget }: Payer,
  now: Date,
): BudgetAccountLimit[] {
  const own = getTokenBudgetAccount(token.id);
  const ofToken = limited('token', own, token.budget, now);
  // A day's budget or a month's is a budget account beside the token's own, which counts all that it ever spends.
  const unlimited = { account: own, period: 'total', scope: 'token' } as const;
  return [
    ...(ofToken[0]?.account === own ? [] : [unlimited]),
    ...ofToken,
    ...limited('owner', getOwnerBudgetAccount(token.owner), ownerBudget, now),
    ...limited('global', 'global', globalBudget, now),
  ];
}

/** The names of all budget accounts but the token's own. */
export function otherBudgetAccounts(
  tokenId: string,
  budgetAccounts: readonly BudgetAccountLimit[] = [],
): string[] {
  return budgetAccounts
    .map(({ account }) => account)
    .filter((account) => account !== getTokenBudgetAccount(tokenId));
}

/** What the name of a budget account says about it. */
export interface BudgetAccountFacts {
  scope: BudgetAccountScope;
  /** The id of the token, the name of the owner, or `global`. */
  name: string;
  period: BudgetPeriod;
  /** When the next budget account takes its place. */
  renewsAt?: Date;
}

const ACCOUNT =
  /^(?:(?<scope>token|owner):(?<name>[^@]*)|global)(?:@(?<year>\d{4})-(?<month>\d\d)(?:-(?<day>\d\d))?)?$/;

export function describeBudgetAccount(account: string): BudgetAccountFacts {
  const groups = ACCOUNT.exec(account)?.groups;
  if (groups === undefined) throw new Error(`${account} is not the name of a budget account`);
  const { scope = 'global', name = 'global', year, month, day } = groups;
  const whose = { scope: scope as BudgetAccountScope, name: decodeURIComponent(name) };
  if (year === undefined) return { ...whose, period: 'total' };
  const next: [number, number, number] =
    day === undefined ? [Number(year), Number(month), 1] : [Number(year), Number(month) - 1, Number(day) + 1];
  return {
    ...whose,
    period: day === undefined ? 'monthly' : 'daily',
    renewsAt: new Date(Date.UTC(...next)),
  };
}

/** Names of owners are anything; names of accounts have marks that mean something. */
function getOwnerBudgetAccount(name: string): string {
  return `owner:${encodeURIComponent(name)}`;
}

function limited(
  scope: BudgetAccountScope,
  account: string,
  budget: BudgetLimit | undefined,
  now: Date,
): BudgetAccountLimit[] {
  if (budget === undefined) return [];
  const { microUsd: limitMicroUsd, period } = budget;
  return [{ account: `${account}${getBudgetWindow(period, now)}`, limitMicroUsd, period, scope }];
}

/** Days and months begin when they do in UTC, wherever anybody is. */
export function getBudgetWindow(period: BudgetPeriod, now: Date): string {
  if (period === 'total') return '';
  const date = now.toISOString();
  return `@${date.slice(0, period === 'daily' ? 'yyyy-mm-dd'.length : 'yyyy-mm'.length)}`;
}
