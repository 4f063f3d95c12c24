import { type UsageEvent } from '../usage/usage-event.js';

/** What a batch of requests takes from one purse. */
export interface PurseCharge {
  account: string;
  /** What the requests cost that this process has settled. */
  settledMicroUsd: number;
  /** The same less what corrects earlier estimates. */
  costMicroUsd: number;
}

/** What each purse pays for these requests. One that nobody knows the price of costs nothing. */
export function chargeSums(events: readonly Pick<UsageEvent, 'purses' | 'costMicroUsd'>[]): PurseCharge[] {
  const charges = new Map<string, PurseCharge>();
  for (const { purses, costMicroUsd = 0 } of events) {
    if (!Number.isSafeInteger(costMicroUsd)) throw new RangeError(`${costMicroUsd} is no amount of money`);
    for (const account of costMicroUsd === 0 ? [] : purses) {
      const charge = charges.get(account) ?? { account, settledMicroUsd: 0, costMicroUsd: 0 };
      charge.settledMicroUsd += Math.max(0, costMicroUsd);
      charge.costMicroUsd += costMicroUsd;
      charges.set(account, charge);
    }
  }
  return [...charges.values()];
}
