import { GatewayError } from '#canonical';
import { type BudgetAccountFacts, describeBudgetAccount } from './budget-account.js';

/** Why a budget does not pay: nothing is left, too little is left, or the rest is set aside for others. */
export type Shortage = 'used-up' | 'too-little' | 'busy';

/** A wait that is longer is not worth holding a request back for. */
const MAX_WAIT_SECONDS = 60;

const PERIODS = { total: '', daily: 'daily ', monthly: 'monthly ' } as const;

/** No, because of a budget. */
export class BudgetRefusal extends GatewayError {
  constructor(
    /** Whose budget it is. */
    readonly scope: BudgetAccountFacts['scope'],
    ...said: ConstructorParameters<typeof GatewayError>
  ) {
    super(...said);
  }
}

export function budgetRefusal(account: string, shortage: Shortage, now: Date): BudgetRefusal {
  const facts = describeBudgetAccount(account);
  const { scope, renewsAt } = facts;
  if (renewsAt === undefined) {
    return new BudgetRefusal(scope, 'budget-exhausted', `${wordsFor(facts, shortage)}.`);
  }
  const seconds = Math.ceil((renewsAt.getTime() - now.getTime()) / 1000);
  const renewal = `it renews at ${renewsAt.toISOString().replace('.000Z', 'Z')}`;
  return new BudgetRefusal(
    scope,
    'spend-limit-reached',
    `${wordsFor(facts, shortage)}; ${renewal}.`,
    seconds > MAX_WAIT_SECONDS ? {} : { retryAfterSeconds: Math.max(1, seconds) },
  );
}

function wordsFor(facts: BudgetAccountFacts, shortage: Shortage): string {
  const budget = `${PERIODS[facts.period]}budget of ${getOwner(facts)}`;
  if (shortage === 'used-up') return `The ${budget} is used up`;
  if (shortage === 'too-little') return `What is left of the ${budget} does not cover this request`;
  return `What is left of the ${budget} is reserved for requests that are still running`;
}

function getOwner({ scope, name }: BudgetAccountFacts): string {
  if (scope === 'token') return 'this API token';
  return scope === 'owner' ? `the owner "${name}"` : 'this gateway';
}
