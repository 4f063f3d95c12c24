import { type GlobalBudget, type SettingValues } from './setting-values.js';

export interface MemberLimits {
  rpm?: number;
  tpm?: number;
  concurrency?: number;
  requestsPerDay?: number;
  budget?: GlobalBudget;
  /** Ids or patterns; any model where there is no list. */
  models?: readonly string[];
}

/** What all tokens of one member may use together, unless something else is said of that member. */
export function memberLimits(values: SettingValues): MemberLimits {
  return {
    rpm: values['members.rpm'] ?? undefined,
    tpm: values['members.tpm'] ?? undefined,
    concurrency: values['members.concurrency'] ?? undefined,
    requestsPerDay: values['members.requests_per_day'] ?? undefined,
    budget: values['members.budget'] ?? undefined,
    models: values['members.models'] ?? undefined,
  };
}
