import { type UsageEvent } from '../usage/usage-event.js';

/** The charge of a batch of requests to one budget account. */
export interface BudgetAccountCharge {
  account: string;
  /** The cost of the requests that this process has settled. */
  settledMicroUsd: number;
  /** The same, less corrections of earlier estimates. */
  costMicroUsd: number;
}

/** The charge of these requests to each budget account. A request with an unknown price costs nothing. */
export function sumCharges(
  events: readonly Pick<UsageEvent, 'budgetAccounts' | 'costMicroUsd'>[],
): BudgetAccountCharge[] {
  const charges = new Map<string, BudgetAccountCharge>();
  for (const { budgetAccounts, costMicroUsd = 0 } of events) {
    if (!Number.isSafeInteger(costMicroUsd))
      throw new RangeError(`${costMicroUsd} is not a valid amount of money`);
    for (const account of costMicroUsd === 0 ? [] : budgetAccounts) {
      const charge = charges.get(account) ?? { account, settledMicroUsd: 0, costMicroUsd: 0 };
      charge.settledMicroUsd += Math.max(0, costMicroUsd);
      charge.costMicroUsd += costMicroUsd;
      charges.set(account, charge);
    }
  }
  return [...charges.values()];
}
