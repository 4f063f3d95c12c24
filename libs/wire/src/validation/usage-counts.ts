import { isJsonObject, type Usage } from '#canonical';

const MAX_COUNT = 1e12;
/** More than any request costs. */
const MAX_USD = 1_000_000;
const MICRO_USD = 1_000_000;
/** xAI reports costs in ticks: ten thousand are one millionth of a dollar. */
const TICKS_PER_MICRO_USD = 10_000;

type CountName = Exclude<keyof Usage, 'raw' | 'serviceTier' | 'inferenceGeo'>;

/** The number is possible as a usage count. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < MAX_COUNT;
}

/** Reads a count under its canonical name; empty if the upstream does not report it. */
export function readCount<Name extends CountName>(
  name: Name,
  details: unknown,
  key: string,
): Partial<Record<Name, number>> {
  const count = isJsonObject(details) ? details[key] : undefined;
  return isCount(count) ? ({ [name]: count } as Partial<Record<Name, number>>) : {};
}

/** The service tier in which a request ran, as OpenAI, Anthropic and compatible services report it. */
export function readTier(tier: unknown): Pick<Usage, 'serviceTier'> {
  return typeof tier === 'string' && tier !== '' ? { serviceTier: tier } : {};
}

/**
 * Reads the cost that an upstream reports: xAI in ticks, OpenRouter in dollars, Perplexity as the total of a list. If
 * OpenRouter uses the account's own key, the cost at the other service is added.
 */
export function readReportedCost(usage: Readonly<Record<string, unknown>>): Pick<Usage, 'costMicroUsd'> {
  const { cost, cost_in_usd_ticks: ticks, cost_details: details, is_byok: isOwnKey } = usage;
  if (ticks === undefined && cost === undefined) return {};
  if (isCount(ticks) && ticks <= MAX_USD * MICRO_USD * TICKS_PER_MICRO_USD) {
    return { costMicroUsd: Math.ceil(ticks / TICKS_PER_MICRO_USD) };
  }
  const usd = isJsonObject(cost) ? cost['total_cost'] : cost;
  const upstreamUsd = isOwnKey === true && isJsonObject(details) ? details['upstream_inference_cost'] : 0;
  const totalUsd = Number(usd) + Number(upstreamUsd ?? 0);
  if (typeof usd !== 'number' || !(totalUsd >= 0 && totalUsd <= MAX_USD)) return {};
  // Rounds to six decimals first, so that floating point errors do not round a whole amount up.
  return { costMicroUsd: Math.ceil(Number((totalUsd * MICRO_USD).toFixed(6))) };
}
