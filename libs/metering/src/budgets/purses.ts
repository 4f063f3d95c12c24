import { purseOfToken } from '../accounts.js';

export type BudgetPeriod = 'total' | 'daily' | 'monthly';
export type PurseScope = 'token' | 'owner' | 'global';

export interface BudgetLimit {
  readonly microUsd: number;
  readonly period: BudgetPeriod;
}

/** An account that a request is paid from, and what it was given. */
export interface PurseLimit {
  readonly account: string;
  /** Undefined where it may be spent from without end. */
  readonly limitMicroUsd?: number;
  readonly period: BudgetPeriod;
  readonly scope: PurseScope;
}

export interface Payer {
  token: { readonly id: string; readonly owner: string; readonly budget?: BudgetLimit | undefined };
  /** What all tokens of the owner may spend together. */
  ownerBudget?: BudgetLimit | undefined;
  /** What everybody together may spend. */
  globalBudget?: BudgetLimit | undefined;
}

/** Everything that a request of this token is paid from at this moment; first of all the token's own purse. */
export function pursesOf({ token, ownerBudget, globalBudget }: Payer, now: Date): PurseLimit[] {
  const own = purseOfToken(token.id);
  const ofToken = limited('token', own, token.budget, now);
  // A day's budget or a month's is a purse beside the token's own, which counts all that it ever spends.
  const unlimited = { account: own, period: 'total', scope: 'token' } as const;
  return [
    ...(ofToken[0]?.account === own ? [] : [unlimited]),
    ...ofToken,
    ...limited('owner', purseOfOwner(token.owner), ownerBudget, now),
    ...limited('global', 'global', globalBudget, now),
  ];
}

/** The names of all purses but the token's own. */
export function otherPurses(tokenId: string, purses: readonly PurseLimit[] = []): string[] {
  return purses.map(({ account }) => account).filter((account) => account !== purseOfToken(tokenId));
}

/** What the name of a purse says about it. */
export interface PurseFacts {
  scope: PurseScope;
  /** The id of the token, the name of the owner, or `global`. */
  name: string;
  period: BudgetPeriod;
  /** When the next purse takes its place. */
  renewsAt?: Date;
}

const ACCOUNT =
  /^(?:(?<scope>token|owner):(?<name>[^@]*)|global)(?:@(?<year>\d{4})-(?<month>\d\d)(?:-(?<day>\d\d))?)?$/;

export function describePurse(account: string): PurseFacts {
  const groups = ACCOUNT.exec(account)?.groups;
  if (groups === undefined) throw new Error(`${account} is not the name of a purse`);
  const { scope = 'global', name = 'global', year, month, day } = groups;
  const whose = { scope: scope as PurseScope, name: decodeURIComponent(name) };
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
function purseOfOwner(name: string): string {
  return `owner:${encodeURIComponent(name)}`;
}

function limited(
  scope: PurseScope,
  account: string,
  budget: BudgetLimit | undefined,
  now: Date,
): PurseLimit[] {
  if (budget === undefined) return [];
  const { microUsd: limitMicroUsd, period } = budget;
  return [{ account: `${account}${windowOf(period, now)}`, limitMicroUsd, period, scope }];
}

/** Days and months begin when they do in UTC, wherever anybody is. */
function windowOf(period: BudgetPeriod, now: Date): string {
  if (period === 'total') return '';
  const date = now.toISOString();
  return `@${date.slice(0, period === 'daily' ? 'yyyy-mm-dd'.length : 'yyyy-mm'.length)}`;
}
