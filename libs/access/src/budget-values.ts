import { MICRO_USD_PER_USD, toMicroUsd } from '#canonical';
import { type BudgetEntry, type BudgetValue, type BudgetWindow, type StoredBudget } from '#declarations';

/** The windows of a budget in the config file or the admin API. */
export function toBudgetWindows(value: BudgetValue): StoredBudget {
  const entries = Array.isArray(value) ? (value as readonly BudgetEntry[]) : [value as BudgetEntry];
  return entries.map(({ usd, tokens, requests, period }): BudgetWindow => {
    if (usd !== undefined) return { unit: 'usd', limit: toMicroUsd(usd), period };
    if (tokens !== undefined) return { unit: 'tokens', limit: tokens, period };
    return { unit: 'requests', limit: requests ?? 0, period };
  });
}

/** The reverse: one entry, or a list of several. */
export function toBudgetValue(windows: StoredBudget): BudgetValue {
  const entries = windows.map(toBudgetEntry);
  const [first] = entries;
  return first !== undefined && entries.length === 1 ? first : entries;
}

export function toBudgetEntry({ unit, limit, period }: BudgetWindow): BudgetEntry {
  return { [unit]: unit === 'usd' ? limit / MICRO_USD_PER_USD : limit, period };
}

/** A single amount of money for a period that earlier versions have is stored in their form. */
interface FirstForm {
  microUsd: number;
  period: BudgetWindow['period'];
}

const FIRST_PERIODS: readonly string[] = ['total', 'daily', 'monthly'];

/** A budget in its column. */
export function writeStoredBudget(windows: StoredBudget | null | undefined): unknown {
  const [first] = windows ?? [];
  if (windows?.length !== 1 || first?.unit !== 'usd' || !FIRST_PERIODS.includes(first.period)) return windows;
  return { microUsd: first.limit, period: first.period } satisfies FirstForm;
}

/** The reverse; null if there is no budget. */
export function readStoredBudget(stored: unknown): StoredBudget | null {
  if (stored === null || stored === undefined) return null;
  if (Array.isArray(stored)) return stored as StoredBudget;
  const { microUsd, period } = stored as FirstForm;
  return [{ unit: 'usd', limit: microUsd, period }];
}

/** The state as it is stored, for the audit log. */
export function withStoredBudget<State extends { budget: StoredBudget | null }>(
  state: State,
): Omit<State, 'budget'> & { budget: unknown } {
  return { ...state, budget: writeStoredBudget(state.budget) };
}
