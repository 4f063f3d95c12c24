import { getTokenBudgetAccount } from '../accounts.js';

export type BudgetPeriod = 'total' | 'daily' | 'monthly';
export type BudgetAccountScope = 'token' | 'owner' | 'global';

export interface BudgetLimit {
  readonly microUsd: number;
  readonly period: BudgetPeriod;
}

/** An account that pays for a request, and its limit. */
export interface BudgetAccountLimit {
  readonly account: string;
  /** Undefined if spending is unlimited. */
  readonly limitMicroUsd?: number;
  readonly period: BudgetPeriod;
  readonly scope: BudgetAccountScope;
}

export interface Payer {
  token: { readonly id: string; readonly owner: string; readonly budget?: BudgetLimit | undefined };
  /** The limit for all tokens of the owner together. */
  ownerBudget?: BudgetLimit | undefined;
  /** The limit for all tokens of the gateway together. */
  globalBudget?: BudgetLimit | undefined;
}

/** All accounts that pay for a request of this token now; the first is the token's own. */
export function getBudgetAccounts(
  { token, ownerBudget, globalBudget }: Payer,
  now: Date,
): BudgetAccountLimit[] {
  const own = getTokenBudgetAccount(token.id);
  const ofToken = toLimitedAccount('token', own, token.budget, now);
  // A daily or monthly budget is another account: the token's own account counts its total spending.
  const unlimited = { account: own, period: 'total', scope: 'token' } as const;
  return [
    ...(ofToken[0]?.account === own ? [] : [unlimited]),
    ...ofToken,
    ...toLimitedAccount('owner', getOwnerBudgetAccount(token.owner), ownerBudget, now),
    ...toLimitedAccount('global', 'global', globalBudget, now),
  ];
}

/** The names of all budget accounts except the token's own. */
export function otherBudgetAccounts(
  tokenId: string,
  budgetAccounts: readonly BudgetAccountLimit[] = [],
): string[] {
  return budgetAccounts
    .map(({ account }) => account)
    .filter((account) => account !== getTokenBudgetAccount(tokenId));
}

/** The facts in the name of a budget account. */
export interface BudgetAccountFacts {
  scope: BudgetAccountScope;
  /** The id of the token, the name of the owner, or `global`. */
  name: string;
  period: BudgetPeriod;
  /** When the period ends and the account of the next one is used. */
  renewsAt?: Date;
}

const ACCOUNT =
  /^(?:(?<scope>token|owner):(?<name>[^@]*)|global)(?:@(?<year>\d{4})-(?<month>\d\d)(?:-(?<day>\d\d))?)?$/;

export function describeBudgetAccount(account: string): BudgetAccountFacts {
  const groups = ACCOUNT.exec(account)?.groups;
  if (groups === undefined) throw new Error(`${account} is not a valid budget account name`);
  const { scope = 'global', name = 'global', year, month, day } = groups;
  const subject = { scope: scope as BudgetAccountScope, name: decodeURIComponent(name) };
  if (year === undefined) return { ...subject, period: 'total' };
  const next: [number, number, number] =
    day === undefined ? [Number(year), Number(month), 1] : [Number(year), Number(month) - 1, Number(day) + 1];
  return {
    ...subject,
    period: day === undefined ? 'monthly' : 'daily',
    renewsAt: new Date(Date.UTC(...next)),
  };
}

/** A budget, and the token, owner or gateway that it limits. */
export interface BudgetSubject {
  readonly scope: BudgetAccountScope;
  /** The id of the token, the name of the owner, or `global`. */
  readonly name: string;
  readonly budget: BudgetLimit;
}

/** The account of the budget's current period. */
export function getSubjectAccount({ scope, name, budget }: BudgetSubject, now: Date): string {
  const accounts = {
    token: getTokenBudgetAccount(name),
    owner: getOwnerBudgetAccount(name),
    global: 'global',
  };
  return `${accounts[scope]}${getBudgetWindow(budget.period, now)}`;
}

/** Encoded, because owners can have any name and `@` and `/` have a meaning in account names. */
function getOwnerBudgetAccount(name: string): string {
  return `owner:${encodeURIComponent(name)}`;
}

function toLimitedAccount(
  scope: BudgetAccountScope,
  account: string,
  budget: BudgetLimit | undefined,
  now: Date,
): BudgetAccountLimit[] {
  if (budget === undefined) return [];
  const { microUsd: limitMicroUsd, period } = budget;
  return [{ account: `${account}${getBudgetWindow(period, now)}`, limitMicroUsd, period, scope }];
}

/** The suffix of an account name for the current period. Days and months are in UTC. */
export function getBudgetWindow(period: BudgetPeriod, now: Date): string {
  if (period === 'total') return '';
  const date = now.toISOString();
  return `@${date.slice(0, period === 'daily' ? 'yyyy-mm-dd'.length : 'yyyy-mm'.length)}`;
}
