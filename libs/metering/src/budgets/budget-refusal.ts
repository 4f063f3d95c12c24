import { GatewayError } from '#canonical';
import { type BudgetUnit, getRollingHours } from '#declarations';
import { type BudgetAccountFacts, describeBudgetAccount } from './budget-account.js';

/**
 * Why a budget does not cover a request: nothing is left, too little is left, or the rest is held for other requests.
 */
export type Shortage = 'used-up' | 'too-little' | 'busy';

/** For a longer wait, no Retry-After is sent: clients would hold the request back too long. */
const MAX_WAIT_SECONDS = 60;

/** How messages name budgets that do not count money. */
const UNITS: Readonly<Record<BudgetUnit, string>> = {
  usd: 'budget',
  tokens: 'token budget',
  requests: 'request budget',
};

/** A request was refused because of a budget. */
export class BudgetRefusal extends GatewayError {
  constructor(
    readonly scope: BudgetAccountFacts['scope'],
    ...error: ConstructorParameters<typeof GatewayError>
  ) {
    super(...error);
  }
}

export interface RefusalTimes {
  now: Date;
  /** When the next amount returns to a rolling budget. */
  renewsAt?: Date | undefined;
}

export function buildBudgetRefusal(
  account: string,
  shortage: Shortage,
  { now, renewsAt: returnsAt }: RefusalTimes,
): BudgetRefusal {
  const facts = describeBudgetAccount(account);
  const { scope, period, renewsAt = returnsAt } = facts;
  const sentence = toSentence(facts, shortage);
  if (period === 'total') return new BudgetRefusal(scope, 'budget-exhausted', `${sentence}.`);
  if (renewsAt === undefined) return new BudgetRefusal(scope, 'spend-limit-reached', `${sentence}.`);
  const seconds = Math.ceil((renewsAt.getTime() - now.getTime()) / 1000);
  const time = renewsAt.toISOString().replace('.000Z', 'Z');
  const renewal =
    getRollingHours(period) === undefined ? `it resets at ${time}` : `the next part of it renews at ${time}`;
  return new BudgetRefusal(
    scope,
    'spend-limit-reached',
    `${sentence}; ${renewal}.`,
    seconds > MAX_WAIT_SECONDS ? {} : { retryAfterSeconds: Math.max(1, seconds) },
  );
}

function toSentence(facts: BudgetAccountFacts, shortage: Shortage): string {
  const period = facts.period === 'total' ? '' : `${facts.period} `;
  const budget = `${period}${UNITS[facts.unit]} of ${getOwner(facts)}`;
  if (shortage === 'used-up') return `The ${budget} is exhausted`;
  if (shortage === 'too-little') return `The remaining ${budget} does not cover this request`;
  return `The remaining ${budget} is reserved for requests in progress`;
}

function getOwner({ scope, name }: BudgetAccountFacts): string {
  if (scope === 'token') return 'this API token';
  return scope === 'owner' ? `the owner "${name}"` : 'this gateway';
}
