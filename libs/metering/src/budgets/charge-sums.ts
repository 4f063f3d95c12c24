import { type StoredEvent } from '../usage/event-store.js';
import { getAccountUnit, parseChargedAccount } from './budget-account.js';
import { type SlotCharge } from './rolling-windows.js';

/** The charge of a batch of requests to one budget account, in its unit. */
export interface BudgetAccountCharge {
  account: string;
  /** The charge of the requests that this process has settled. */
  settled: number;
  /** The same, less corrections of earlier estimates. */
  amount: number;
}

export interface ChargeSums {
  accounts: BudgetAccountCharge[];
  /** The part of the charges to rolling budgets in each of their slots. */
  slots: SlotCharge[];
}

/** The charge of these requests to each budget account. */
export function sumCharges(events: readonly Pick<StoredEvent, 'budgetAccounts' | 'charge'>[]): ChargeSums {
  const sums = new Map<string, BudgetAccountCharge>();
  for (const { budgetAccounts, charge } of events) {
    if (!Number.isSafeInteger(charge.usd))
      throw new RangeError(`${charge.usd} is not a valid amount of money`);
    for (const charged of budgetAccounts) addTo(sums, charged, charge[getAccountUnit(charged)]);
  }
  const accounts = new Map<string, BudgetAccountCharge>();
  const slots: SlotCharge[] = [];
  for (const { account: charged, settled, amount } of sums.values()) {
    const { account, slot } = parseChargedAccount(charged);
    if (slot !== undefined && amount !== 0) slots.push({ account, slot, amount });
    const sum = accounts.get(account) ?? { account, settled: 0, amount: 0 };
    accounts.set(account, { account, settled: sum.settled + settled, amount: sum.amount + amount });
  }
  return { accounts: [...accounts.values()], slots };
}

function addTo(sums: Map<string, BudgetAccountCharge>, account: string, amount: number): void {
  if (amount === 0) return;
  const sum = sums.get(account);
  if (sum === undefined) sums.set(account, { account, settled: Math.max(0, amount), amount });
  else {
    sum.settled += Math.max(0, amount);
    sum.amount += amount;
  }
}
