import { z } from 'zod';
import { BUDGET_PERIODS } from './budget-periods.js';
import { exclude } from './rules.js';
import * as values from './values.js';

const MOST_PER_PERIOD = 1_000_000_000;
const LONGEST_CACHE_SECONDS = 31_536_000;
const LONGEST_CONTENT_DAYS = 3650;

const TOKEN_KEY = 'a token key (20 to 200 printable ASCII characters without spaces)';

const limit = values.whole(1, MOST_PER_PERIOD);

const token = values.mapOf('a map that describes a token', {
  name: values.name,
  key: z
    .string(TOKEN_KEY)
    .regex(/^[\x21-\x7e]{20,200}$/, TOKEN_KEY)
    .optional(),
  owner: values.name.optional(),
  models: values.listOf('models', values.modelPattern).optional(),
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
  expiresAt: values.dateTime.optional(),
  allowedIps: values.listOf('IP addresses or CIDRs', values.network).optional(),
  webhook: values
    .mapOf('a map of url and secret', { url: values.httpUrl, secret: values.webhookSecret.optional() })
    .optional(),
  cacheTtlSeconds: values.whole(0, LONGEST_CACHE_SECONDS).optional(),
  storeContent: values
    .mapOf('a map of ttlDays', { ttlDays: values.whole(1, LONGEST_CONTENT_DAYS) })
    .optional(),
});

function normalise({ budgetUsd, budget, ...rest }: z.output<typeof token>) {
  const total = budgetUsd === undefined ? undefined : ({ usd: budgetUsd, period: 'total' } as const);
  return { ...rest, budget: budget ?? total };
}

export const tokenSchema = token.superRefine(exclude('budgetUsd', 'budget')).transform(normalise);
