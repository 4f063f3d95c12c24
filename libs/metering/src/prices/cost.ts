import { type UsageCounts } from '../usage/usage-event.js';
import { ChargeSum } from './charge-sum.js';
import { plausibleCounts } from './plausible-counts.js';
import { type Price, type PriceContext } from './price.js';
import { addInput, addOutput, getInputTokens } from './token-charges.js';
import { buildTokenRates, isByToken, isUnknownTier } from './token-rates.js';
import { addUnits } from './unit-charges.js';

/** What a request costs, in integer millionths of a dollar, rounded up. Undefined where nobody knows. */
export function costMicroUsd(
  given: UsageCounts,
  price: Price,
  context: PriceContext = {},
): number | undefined {
  if (isUnknownTier(price, context)) return undefined;
  const counts = plausibleCounts(given);
  const rates = buildTokenRates(price, getInputTokens(counts), context);
  const sum = new ChargeSum();
  addInput(sum, counts, rates);
  addOutput(sum, counts, rates);
  if (sum.unknown > 0 && isByToken(rates)) return undefined;
  addUnits(sum, counts, price, context);
  const isUsed = sum.known + sum.unknown > 0;
  sum.add(1, price.perRequest, 1);
  return isWholeCost(price, isUsed, sum) ? sum.getMicroUsd() : undefined;
}

/**
 * Upstreams count the same work in several ways, such as an image in tokens and as an image: a price for one of
 * them is a price for all of it. A price that says nothing about anything that was used is none.
 */
function isWholeCost(price: Price, isUsed: boolean, { known }: ChargeSum): boolean {
  return known > 0 || (!isUsed && Object.keys(price).length > 0);
}
