import { type BudgetPeriod, type BudgetUnit, type BudgetWindow, getRollingHours } from '#declarations';
import { getTokenBudgetAccount } from '../accounts.js';
import { getSlotStart, getWindowSuffix, parseWindowName, toSlotNumber } from './budget-period.js';

export type BudgetAccountScope = 'token' | 'owner' | 'global';

/** An account that pays for a request, and its limit. */
export interface BudgetAccountLimit {
  readonly account: string;
  /** In the unit of the account. Undefined if spending is unlimited. */
  readonly limit?: number;
  readonly unit: BudgetUnit;
  readonly period: BudgetPeriod;
  readonly scope: BudgetAccountScope;
  /** The current slot of a rolling budget, as `toSlotNumber`. */
  readonly slot?: number;
}

/** A token, an owner or the gateway, and the windows of its budget. */
export interface BudgetLevel {
  readonly scope: BudgetAccountScope;
  /** The id of the token, the name of the owner, or `global`. */
  readonly name: string;
  readonly windows: readonly BudgetWindow[];
}

export interface Payer {
  token: {
    readonly id: string;
    readonly owner: string;
    readonly budget?: readonly BudgetWindow[] | undefined;
  };
  /** The limits for all tokens of the owner together. */
  ownerBudget?: readonly BudgetWindow[] | undefined;
  /** The limits for all tokens of the gateway together. */
  globalBudget?: readonly BudgetWindow[] | undefined;
}

/** All accounts that pay for a request of this token now; the first is the token's own. */
export function getBudgetAccounts(
  { token, ownerBudget = [], globalBudget = [] }: Payer,
  now: Date,
): BudgetAccountLimit[] {
  const own = getTokenBudgetAccount(token.id);
  const accounts = listBudgetAccounts(
    [
      { scope: 'token', name: token.id, windows: token.budget ?? [] },
      { scope: 'owner', name: token.owner, windows: ownerBudget },
      { scope: 'global', name: 'global', windows: globalBudget },
    ],
    now,
  );
  // Any other budget is another account: the token's own account counts its total spending.
  if (accounts[0]?.account === own) return accounts;
  return [{ account: own, unit: 'usd', period: 'total', scope: 'token' }, ...accounts];
}

/**
 * The accounts of all windows of these levels, in an order that does not depend on the order of the windows, so that
 * requests reserve amounts in the same order and cannot deadlock.
 */
export function listBudgetAccounts(levels: readonly BudgetLevel[], now: Date): BudgetAccountLimit[] {
  return levels.flatMap(({ scope, name, windows }) =>
    windows
      .map((window): BudgetAccountLimit => {
        const { limit, unit, period } = window;
        const hours = getRollingHours(period);
        const slot = hours === undefined ? {} : { slot: toSlotNumber(getSlotStart(hours, now)) };
        const account = `${getLevelAccount({ scope, name })}${getWindowSuffix(unit, period, now)}`;
        return { account, limit, unit, period, scope, ...slot };
      })
      .toSorted((one, other) => (one.account < other.account ? -1 : 1)),
  );
}

/** The account in the form in which a request stores it, with the slot of a rolling budget. */
export function toChargedAccount({ account, slot }: Pick<BudgetAccountLimit, 'account' | 'slot'>): string {
  return slot === undefined ? account : `${account}#${slot}`;
}

/** The reverse of `toChargedAccount`. */
export function parseChargedAccount(charged: string): { account: string; slot?: number } {
  const end = charged.indexOf('#');
  if (end === -1) return { account: charged };
  return { account: charged.slice(0, end), slot: Number(charged.slice(end + 1)) };
}

/** All charged accounts except the token's own. */
export function otherBudgetAccounts(
  tokenId: string,
  budgetAccounts: readonly BudgetAccountLimit[] = [],
): string[] {
  return budgetAccounts
    .filter(({ account }) => account !== getTokenBudgetAccount(tokenId))
    .map(toChargedAccount);
}

/** The facts in the name of a budget account. */
export interface BudgetAccountFacts {
  scope: BudgetAccountScope;
  /** The id of the token, the name of the owner, or `global`. */
  name: string;
  unit: BudgetUnit;
  period: BudgetPeriod;
  /** When the period ends and the account of the next one is used. */
  renewsAt?: Date;
}

const ACCOUNT = /^(?:(?<scope>token|owner):(?<name>[^@]*)|global)(?:@(?<window>[\w:-]+))?$/;

export function describeBudgetAccount(account: string): BudgetAccountFacts {
  const { scope = 'global', name = 'global', window = '' } = ACCOUNT.exec(account)?.groups ?? {};
  const facts = ACCOUNT.test(account) ? parseWindowName(window) : undefined;
  if (facts === undefined) throw new Error(`${account} is not a valid budget account name`);
  return { scope: scope as BudgetAccountScope, name: decodeURIComponent(name), ...facts };
}

/** The unit of a budget account, without reading the rest of its name. */
export function getAccountUnit(account: string): BudgetUnit {
  const window = account.indexOf('@') + 1;
  if (window === 0) return 'usd';
  if (account.startsWith('tokens', window)) return 'tokens';
  return account.startsWith('requests', window) ? 'requests' : 'usd';
}

/** One window of a budget, and the token, owner or gateway that it limits. */
export interface BudgetSubject {
  readonly scope: BudgetAccountScope;
  /** The id of the token, the name of the owner, or `global`. */
  readonly name: string;
  readonly budget: BudgetWindow;
}

/** The account of the budget's current period. */
export function getSubjectAccount({ scope, name, budget }: BudgetSubject, now: Date): string {
  return `${getLevelAccount({ scope, name })}${getWindowSuffix(budget.unit, budget.period, now)}`;
}

/** Names of owners are encoded, because they can contain any character and `@` and `/` have a meaning in account names. */
function getLevelAccount({ scope, name }: Pick<BudgetLevel, 'scope' | 'name'>): string {
  if (scope === 'token') return getTokenBudgetAccount(name);
  return scope === 'owner' ? `owner:${encodeURIComponent(name)}` : 'global';
}
