import { type UsageEvent } from '../usage/usage-event.js';

/** What a batch of requests takes from one budget account. */
export interface BudgetAccountCharge {
  account: string;
  /** What the requests cost that this process has settled. */
  settledMicroUsd: number;
  /** The same less what corrects earlier estimates. */
  costMicroUsd: number;
}

/** What each budget account pays for these requests. One that nobody knows the price of costs nothing. */
export function chargeSums(
  events: readonly Pick<UsageEvent, 'budgetAccounts' | 'costMicroUsd'>[],
): BudgetAccountCharge[] {
  const charges = new Map<string, BudgetAccountCharge>();
  for (const { budgetAccounts, costMicroUsd = 0 } of events) {
    if (!Number.isSafeInteger(costMicroUsd)) throw new RangeError(`${costMicroUsd} is no amount of money`);
    for (const account of costMicroUsd === 0 ? [] : budgetAccounts) {
      const charge = charges.get(account) ?? { account, settledMicroUsd: 0, costMicroUsd: 0 };
      charge.settledMicroUsd += Math.max(0, costMicroUsd);
      charge.costMicroUsd += costMicroUsd;
      charges.set(account, charge);
    }
  }
  return [...charges.values()];
}
