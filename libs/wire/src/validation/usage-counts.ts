import { type Usage } from '#canonical';
import { isJsonObject } from './json-values.js';

const MAX_COUNT = 1e12;
/** More than any request costs. */
const MAX_USD = 1_000_000;
const MICRO_USD = 1_000_000;
/** xAI counts money in these: ten thousand of them are a millionth of a dollar. */
const TICKS_PER_MICRO_USD = 10_000;

type CountName = Exclude<keyof Usage, 'raw' | 'serviceTier' | 'inferenceGeo'>;

/** Whether somebody can have used so many. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < MAX_COUNT;
}

/** A count by the name that it has here; nothing where an upstream does not tell it. */
export function readCount<Name extends CountName>(
  name: Name,
  details: unknown,
  key: string,
): Partial<Record<Name, number>> {
  const count = isJsonObject(details) ? details[key] : undefined;
  return isCount(count) ? ({ [name]: count } as Partial<Record<Name, number>>) : {};
}

/** The class of service that a request was run in, as OpenAI, Anthropic and those who follow them say it. */
export function readTier(tier: unknown): Pick<Usage, 'serviceTier'> {
  return typeof tier === 'string' && tier !== '' ? { serviceTier: tier } : {};
}

/**
 * What an upstream says that the request costs: xAI in ticks, OpenRouter in dollars, Perplexity as the total of a list.
 * Where OpenRouter uses a key of the account's own, the other service is paid besides.
 */
export function readReportedCost(usage: Readonly<Record<string, unknown>>): Pick<Usage, 'costMicroUsd'> {
  const { cost, cost_in_usd_ticks: ticks, cost_details: details, is_byok: isOwnKey } = usage;
  if (ticks === undefined && cost === undefined) return {};
  if (isCount(ticks) && ticks <= MAX_USD * MICRO_USD * TICKS_PER_MICRO_USD) {
    return { costMicroUsd: Math.ceil(ticks / TICKS_PER_MICRO_USD) };
  }
  const usd = isJsonObject(cost) ? cost['total_cost'] : cost;
  const elsewhere = isOwnKey === true && isJsonObject(details) ? details['upstream_inference_cost'] : 0;
  const all = Number(usd) + Number(elsewhere ?? 0);
  if (typeof usd !== 'number' || !(all >= 0 && all <= MAX_USD)) return {};
  // Fractions of binary numbers must not round an amount up that is whole.
  return { costMicroUsd: Math.ceil(Number((all * MICRO_USD).toFixed(6))) };
}
