import { toMicroUsd } from '#canonical';

/** What may be used at a time; undefined where nothing limits it. */
export interface UseLimits {
  readonly rpm?: number;
  readonly tpm?: number;
  readonly concurrency?: number;
  readonly requestsPerDay?: number;
}

/** What may be spent: for good, or in every day or month (UTC). */
export interface Budget {
  readonly microUsd: number;
  readonly period: 'total' | 'daily' | 'monthly';
}

export interface LimitColumns {
  rpm: number | null;
  tpm: number | null;
  concurrency: number | null;
  requestsPerDay: number | null;
  budget: Budget | null;
}

/** What is said of members alone. */
export interface MemberColumns extends LimitColumns {
  /** Ids or patterns, as in the list of a token; null where nothing is said. */
  models: readonly string[] | null;
}

export interface ConfiguredLimits extends UseLimits {
  readonly budget?: { readonly usd: number; readonly period: Budget['period'] } | undefined;
}

export function limitColumns({
  rpm,
  tpm,
  concurrency,
  requestsPerDay,
  budget,
}: ConfiguredLimits): LimitColumns {
  return {
    rpm: rpm ?? null,
    tpm: tpm ?? null,
    concurrency: concurrency ?? null,
    requestsPerDay: requestsPerDay ?? null,
    budget: budget === undefined ? null : { microUsd: toMicroUsd(budget.usd), period: budget.period },
  };
}

export function toLimits({ rpm, tpm, concurrency, requestsPerDay, budget }: LimitColumns): {
  limits: UseLimits;
  budget: Budget | undefined;
} {
  return {
    limits: {
      rpm: rpm ?? undefined,
      tpm: tpm ?? undefined,
      concurrency: concurrency ?? undefined,
      requestsPerDay: requestsPerDay ?? undefined,
    },
    budget: budget ?? undefined,
  };
}
