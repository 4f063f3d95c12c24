import { type LimitColumns, type UserEntity, limitColumns } from '#access';
import { toBudgetView } from '../budgets/budget-view.js';
import { type MemberLimits } from './user.dto.js';

type Columns = LimitColumns & Pick<UserEntity, 'maxTokens' | 'models'>;

/** The columns of the given limits. Other columns do not change. */
export function toMemberLimitColumns(limits: MemberLimits = {}): Partial<Columns> {
  const columns = {
    maxTokens: limits.max_tokens,
    rpm: limits.rpm,
    tpm: limits.tpm,
    concurrency: limits.concurrency,
    requestsPerDay: limits.requests_per_day,
    budget: limits.budget && limitColumns({ budget: limits.budget }).budget,
    models: limits.models,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

export function viewMemberLimits(user: Columns): Required<MemberLimits> {
  const { maxTokens, rpm, tpm, concurrency, requestsPerDay, budget, models } = user;
  return {
    max_tokens: maxTokens,
    rpm,
    tpm,
    concurrency,
    requests_per_day: requestsPerDay,
    budget: budget && toBudgetView(budget),
    models,
  };
}
