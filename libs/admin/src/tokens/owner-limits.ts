import { type OwnerDirectory } from '#access';
import { toBudgetView } from '../budgets/budget-view.js';
import { type OwnerLimitsView } from './token.dto.js';

type Limits = NonNullable<ReturnType<OwnerDirectory['find']>>;

/** The limits that all tokens of an owner share; null if there are none. */
export function viewOwnerLimits(found: Limits | undefined): OwnerLimitsView | null {
  if (found === undefined) return null;
  const { limits, budget, models } = found;
  const view = {
    rpm: limits.rpm ?? null,
    tpm: limits.tpm ?? null,
    concurrency: limits.concurrency ?? null,
    requests_per_day: limits.requestsPerDay ?? null,
    budget: budget === undefined ? null : toBudgetView(budget),
    models: models === undefined ? null : [...models],
  };
  return Object.values(view).every((limit) => limit === null) ? null : view;
}
