import { GatewayError } from '#canonical';
import { type BudgetAccountFacts, describeBudgetAccount } from './budget-account.js';

/**
 * Why a budget does not cover a request: nothing is left, too little is left, or the rest is held for other requests.
 */
export type Shortage = 'used-up' | 'too-little' | 'busy';

/** For a longer wait, no Retry-After is sent: clients would hold the request back too long. */
const MAX_WAIT_SECONDS = 60;

const PERIODS = { total: '', daily: 'daily ', monthly: 'monthly ' } as const;

/** A request was refused because of a budget. */
export class BudgetRefusal extends GatewayError {
  constructor(
    readonly scope: BudgetAccountFacts['scope'],
    ...error: ConstructorParameters<typeof GatewayError>
  ) {
    super(...error);
  }
}

export function buildBudgetRefusal(account: string, shortage: Shortage, now: Date): BudgetRefusal {
  const facts = describeBudgetAccount(account);
  const { scope, renewsAt } = facts;
  if (renewsAt === undefined) {
    return new BudgetRefusal(scope, 'budget-exhausted', `${toSentence(facts, shortage)}.`);
  }
  const seconds = Math.ceil((renewsAt.getTime() - now.getTime()) / 1000);
  const renewal = `it resets at ${renewsAt.toISOString().replace('.000Z', 'Z')}`;
  return new BudgetRefusal(
    scope,
    'spend-limit-reached',
    `${toSentence(facts, shortage)}; ${renewal}.`,
    seconds > MAX_WAIT_SECONDS ? {} : { retryAfterSeconds: Math.max(1, seconds) },
  );
}

function toSentence(facts: BudgetAccountFacts, shortage: Shortage): string {
  const budget = `${PERIODS[facts.period]}budget of ${getOwner(facts)}`;
  if (shortage === 'used-up') return `The ${budget} is exhausted`;
  if (shortage === 'too-little') return `The remaining ${budget} does not cover this request`;
  return `The remaining ${budget} is reserved for requests in progress`;
}

function getOwner({ scope, name }: BudgetAccountFacts): string {
  if (scope === 'token') return 'this API token';
  return scope === 'owner' ? `the owner "${name}"` : 'this gateway';
}
