import { type TokenView } from '#admin';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';

type Budget = NonNullable<TokenView['budget']>;

/** What was written about a token on the command line. */
export interface TokenOptions {
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
  };
}

function toBudget({ budgetUsd: usd, budgetPeriod: period }: TokenOptions): Partial<Budget> | undefined {
  if (usd !== undefined) return { usd, period };
  if (period === undefined) return undefined;
  throw new CommandFailure('--budget-period says when --budget-usd begins anew: give both.', exitCodes.usage);
}
