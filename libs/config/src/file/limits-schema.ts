import { z } from 'zod';
import { addRuleIssue, exclude } from './rules.js';
import * as values from './values.js';

const MAX_PER_PERIOD = 1_000_000_000;

export const BUDGET_PERIODS = ['total', 'daily', 'monthly'] as const;

/** Far more than anybody has, and a number that can still be multiplied. */
export const MAX_QUOTA = 100_000_000;

const MAX_CACHE_SECONDS = 31_536_000;
/** How long what a token's requests say may be kept. */
export const MAX_CONTENT_DAYS = 3650;

const TOKEN_KEY = 'a token key (20 to 200 printable ASCII characters without spaces)';

export const MAX_MEMBER_TOKENS = 10_000;

const limit = values.whole(1, MAX_PER_PERIOD);

/** What may be used and spent: the same words for a token and for all tokens of one owner. */
const limitKeys = {
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

const oneBudget = exclude('budgetUsd', 'budget');

/** `budgetUsd` is the short way to say a budget for good. */
function withOneBudget<Entry extends Limited>({ budgetUsd, budget, ...rest }: Entry) {
  const total = budgetUsd === undefined ? undefined : ({ usd: budgetUsd, period: 'total' } as const);
  return { ...rest, budget: budget ?? total };
}

/** Whom to call when something has happened. */
const webhookSchema = values.mapOf('a map of url and secret', {
  url: values.httpUrl,
  secret: values.webhookSecret.optional(),
});

const budgets = values.mapOf('a map of globalUsd, period, webhook and allowUnpricedModels', {
  globalUsd: values.usd.optional(),
  period: values.oneOf('a period', BUDGET_PERIODS).optional(),
  webhook: webhookSchema.optional(),
  allowUnpricedModels: values.flag.optional(),
});

/** The other keys say something about an amount. */
function checkAmount(
  { globalUsd, period, webhook }: z.output<typeof budgets>,
  context: z.RefinementCtx,
): void {
  if (globalUsd !== undefined || (period === undefined && webhook === undefined)) return;
  addRuleIssue(context, ['globalUsd'], `is missing: it takes ${values.USD}`);
}

/** What the whole gateway may spend, and what budgets are strict about. */
export const budgetsSchema = budgets
  .superRefine(checkAmount)
  .transform(({ period = 'total', ...rest }) => ({ ...rest, period }));

const amount = values.whole(1, MAX_QUOTA).optional();

/** How much one owner may have stored. What is left out can be set in the console. */
export const quotasSchema = values.mapOf('a map of quotas', {
  storedResponses: amount,
  storedResponsesMb: amount,
  idempotencyAnswers: amount,
  idempotencyAnswersMb: amount,
  cachedAnswers: amount,
  cachedAnswersMb: amount,
  mediaFiles: amount,
  mediaMb: amount,
});

const token = values.mapOf('a map that describes a token', {
  name: values.name,
  key: z
    .string(TOKEN_KEY)
    .regex(/^[\x21-\x7e]{20,200}$/, TOKEN_KEY)
    .optional(),
  owner: values.name.optional(),
  models: values.listOf('models', values.modelPattern).optional(),
  ...limitKeys,
  expiresAt: values.dateTime.optional(),
  allowedIps: values.listOf('IP addresses or CIDRs', values.network).optional(),
  webhook: webhookSchema.optional(),
  cacheTtlSeconds: values.whole(0, MAX_CACHE_SECONDS).optional(),
  storeContent: values.mapOf('a map of ttlDays', { ttlDays: values.whole(1, MAX_CONTENT_DAYS) }).optional(),
});

export const tokenSchema = token.superRefine(oneBudget).transform(withOneBudget);

/** What all tokens of one owner may use together. */
export const ownerSchema = values
  .mapOf('a map that describes an owner', { name: values.name, ...limitKeys })
  .superRefine(oneBudget)
  .transform(withOneBudget);

/** What every member may have: so many tokens, these models, and so much for all of them together. */
export const membersSchema = values
  .mapOf('a map of what members may use', {
    maxTokens: values.whole(0, MAX_MEMBER_TOKENS).optional(),
    models: values.listOf('models', values.modelPattern).optional(),
    ...limitKeys,
  })
  .superRefine(oneBudget)
  .transform(withOneBudget);
