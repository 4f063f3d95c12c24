import { LIMIT_SETTINGS, type LimitColumns, type StoredBudget } from '#declarations';
import { type SettingValues, toSettingColumns } from './setting-columns.js';

export { type LimitColumns } from '#declarations';

/** Limits of spending, all of which apply at once. */
export type Budget = StoredBudget;

/** Limits other than spending; undefined means unlimited. */
export type UseLimits = {
  readonly [Limit in Exclude<keyof LimitColumns, 'budget'>]?: NonNullable<LimitColumns[Limit]>;
};

/** The limits of a member. */
export interface MemberColumns extends LimitColumns {
  /** Model ids or patterns, as in the list of a token; null if not set. */
  models: readonly string[] | null;
}

export function limitColumns(limits: SettingValues<typeof LIMIT_SETTINGS>): LimitColumns {
  return toSettingColumns(LIMIT_SETTINGS, limits);
}

export function toLimits({ rpm, tpm, concurrency, requestsPerDay, budget }: LimitColumns): {
  limits: UseLimits;
  budget: Budget | undefined;
} {
  const limits: Record<keyof UseLimits, number | undefined> = {
    rpm: rpm ?? undefined,
    tpm: tpm ?? undefined,
    concurrency: concurrency ?? undefined,
    requestsPerDay: requestsPerDay ?? undefined,
  };
  return { limits, budget: budget ?? undefined };
}
