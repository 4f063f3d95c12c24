import { type OwnerDirectory, type TokenEntity, allowsModel } from '#access';
import { GatewayError, MICRO_USD_PER_USD } from '#canonical';
import { type OwnerLimitsView } from './token.dto.js';

type Limits = NonNullable<ReturnType<OwnerDirectory['find']>>;

/** What each is called outside, and here. */
const NUMBERS = [
  ['rpm', 'rpm'],
  ['tpm', 'tpm'],
  ['concurrency', 'concurrency'],
  ['requests_per_day', 'requestsPerDay'],
] as const;

/** What all tokens of an owner may use together; null where nothing limits them. */
export function viewOwnerLimits(found: Limits | undefined): OwnerLimitsView | null {
  if (found === undefined) return null;
  const { limits, budget, models } = found;
  const view = {
    rpm: limits.rpm ?? null,
    tpm: limits.tpm ?? null,
    concurrency: limits.concurrency ?? null,
    requests_per_day: limits.requestsPerDay ?? null,
    budget: budget === undefined ? null : { usd: budget.microUsd / MICRO_USD_PER_USD, period: budget.period },
    models: models === undefined ? null : [...models],
  };
  return Object.values(view).every((limit) => limit === null) ? null : view;
}

/** Throws where a token would promise more than its owner may use with all tokens together. */
export function refuseAboveOwner(columns: Partial<TokenEntity>, found: Limits | undefined): void {
  if (found === undefined) return;
  for (const [param, name] of NUMBERS) {
    const max = found.limits[name];
    if (max !== undefined && (columns[name] ?? 0) > max) throw refusal(param, String(max));
  }
  refuseOtherModels(columns.models, found.models);
  const { budget } = found;
  if (budget === undefined || columns.budget == null || columns.budget.period !== budget.period) return;
  if (columns.budget.microUsd <= budget.microUsd) return;
  throw refusal('budget', `$${budget.microUsd / MICRO_USD_PER_USD}`);
}

/** Each entry by itself: a pattern is let through only where one entry of the owner's list covers all of it. */
function refuseOtherModels(models: TokenEntity['models'] | undefined, allowed: Limits['models']): void {
  const refused = models?.find((model) => !allowsModel(allowed, model));
  if (refused === undefined) return;
  throw new GatewayError(
    'forbidden',
    `"models" cannot have "${refused}": your tokens may use only ${allowed?.join(', ')}. Ask an administrator for more.`,
    { param: 'models', code: 'above_your_limits' },
  );
}

function refusal(param: string, max: string): GatewayError {
  return new GatewayError(
    'forbidden',
    `"${param}" can be ${max} at most: that is what all of your tokens may use together. Ask an administrator for more.`,
    { param, code: 'above_your_limits' },
  );
}
