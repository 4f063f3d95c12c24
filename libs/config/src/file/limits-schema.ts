import type { z } from 'zod';
import { BUDGET_PERIODS } from './budget-periods.js';
import { exclude } from './rules.js';
import * as values from './values.js';

const MAX_PER_PERIOD = 1_000_000_000;

const limit = values.whole(1, MAX_PER_PERIOD);

/** What may be used and spent: the same words for a token and for all tokens of one owner. */
export const limitKeys = {
  rpm: limit.optional(),
  tpm: limit.optional(),
  concurrency: limit.optional(),
  requestsPerDay: limit.optional(),
  budgetUsd: values.usd.optional(),
  budget: values
    .mapOf('a map of usd and period', {
      usd: values.usd,
      period: values.oneOf('a period', BUDGET_PERIODS).default('total'),
    })
    .optional(),
};

type Limited = z.output<z.ZodObject<typeof limitKeys>>;

export const oneBudget = exclude('budgetUsd', 'budget');

/** `budgetUsd` is the short way to say a budget for good. */
export function withOneBudget<Entry extends Limited>({ budgetUsd, budget, ...rest }: Entry) {
  const total = budgetUsd === undefined ? undefined : ({ usd: budgetUsd, period: 'total' } as const);
  return { ...rest, budget: budget ?? total };
}
