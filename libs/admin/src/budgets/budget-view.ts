import { toBudgetEntry } from '#access';
import { type StoredBudget } from '#declarations';
import { type BudgetView } from './budget-input.js';

/** One window, or a list of several. */
export function toBudgetView(windows: StoredBudget): BudgetView | BudgetView[] {
  const views = windows.map((window): BudgetView => toBudgetEntry(window));
  const [first] = views;
  return first !== undefined && views.length === 1 ? first : views;
}
