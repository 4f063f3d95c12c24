import { type TokenView } from '#admin';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { choice, list, number, text } from '../frame/options.js';
import { BUDGET_PERIODS } from './tokens.js';

/** How the settings of a token are written. */
export const TOKEN_OPTIONS = {
  owner: text('<owner>', 'whose it is: the e-mail address of a member, or any other name'),
  models: list('<models>', 'the models it may use, such as gpt-5-mini or claude-*; all if left out'),
  rpm: number('<count>', 'requests in a minute'),
  tpm: number('<count>', 'tokens in a minute'),
  concurrency: number('<count>', 'requests at a time'),
  requestsPerDay: number('<count>', 'requests in a day'),
  budgetUsd: number('<usd>', 'what it may spend'),
  budgetPeriod: choice('for good (if left out), or in every day or month', BUDGET_PERIODS),
  expiresAt: text('<time>', 'when it ends, such as 2030-01-01T00:00:00Z'),
  allowedIps: list('<networks>', 'where it may be used from, such as 10.0.0.0/8'),
  cacheTtlSeconds: number('<seconds>', 'how long answers are kept for equal requests'),
  storeContentDays: number('<days>', 'keep what its requests ask and are answered, sealed, for so many days'),
};

type Budget = NonNullable<TokenView['budget']>;

/** What was written about a token on the command line. */
interface TokenOptions {
  owner: string | undefined;
  models: string[] | undefined;
  rpm: number | undefined;
  tpm: number | undefined;
  concurrency: number | undefined;
  requestsPerDay: number | undefined;
  budgetUsd: number | undefined;
  budgetPeriod: Budget['period'] | undefined;
  expiresAt: string | undefined;
  allowedIps: string[] | undefined;
  cacheTtlSeconds: number | undefined;
  storeContentDays: number | undefined;
}

/** The same in the words of the admin API. */
export function tokenSettings(options: TokenOptions): object {
  const { owner, models, rpm, tpm, concurrency } = options;
  return {
    owner,
    models,
    rpm,
    tpm,
    concurrency,
    requests_per_day: options.requestsPerDay,
    budget: toBudget(options),
    expires_at: options.expiresAt,
    allowed_ips: options.allowedIps,
    cache_ttl_seconds: options.cacheTtlSeconds,
    store_content: toContentSettings(options),
  };
}

function toContentSettings({ storeContentDays: days }: TokenOptions): TokenView['store_content'] | undefined {
  return days === undefined ? undefined : { ttl_days: days };
}

export function toBudget({
  budgetUsd: usd,
  budgetPeriod: period,
}: Pick<TokenOptions, 'budgetUsd' | 'budgetPeriod'>): Partial<Budget> | undefined {
  if (usd !== undefined) return { usd, period };
  if (period === undefined) return undefined;
  throw new CommandFailure('--budget-period says when --budget-usd resets: give both.', exitCodes.usage);
}
