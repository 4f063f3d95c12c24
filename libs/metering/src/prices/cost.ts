import { type UsageCounts } from '../usage/usage-event.js';
import { type Charge, isKnown, isUsed, getMicroUsd } from './charge.js';
import { plausibleCounts } from './plausible-counts.js';
import { type Price, type PriceContext } from './price.js';
import { getInputTokens, tokenCharges } from './token-charges.js';
import { isByToken, buildTokenRates } from './token-rates.js';
import { unitCharges } from './unit-charges.js';

/** Classes of service that cost more, by a factor that no price here tells. */
const DEARER_TIERS: ReadonlySet<string> = new Set(['priority', 'fast', 'ultrafast', 'scale']);

/** What a request costs, in integer millionths of a dollar, rounded up. Undefined where nobody knows. */
export function costMicroUsd(
  given: UsageCounts,
  price: Price,
  context: PriceContext = {},
): number | undefined {
  if (DEARER_TIERS.has(context.serviceTier ?? '')) return undefined;
  const counts = plausibleCounts(given);
  const rates = buildTokenRates(price, getInputTokens(counts), context);
  const tokens = tokenCharges(counts, rates).filter(isUsed);
  const units = unitCharges(counts, price, context).filter(isUsed);
  if (isByToken(rates) && !tokens.every(isKnown)) return undefined;
  const used = [...tokens, ...units];
  const known = [...used, flatCharge(price)].filter(isKnown);
  return isWholeCost(price, used, known) ? getMicroUsd(known) : undefined;
}

/**
 * Upstreams count the same work in several ways, such as an image in tokens and as an image: a price for one of
 * them is a price for all of it. A price that says nothing about anything that was used is none.
 */
function isWholeCost(price: Price, used: readonly Charge[], known: readonly Charge[]): boolean {
  return known.length > 0 || (used.length === 0 && Object.keys(price).length > 0);
}

export function flatCharge({ perRequest }: Price): Charge {
  return { amount: 1, usd: perRequest, per: 1 };
}
