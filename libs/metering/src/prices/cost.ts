import { type UsageCounts } from '../usage/usage-event.js';
import { ChargeSum } from './charge-sum.js';
import { toPlausibleCounts } from './plausible-counts.js';
import { type Price, type PriceContext } from './price.js';
import { addInput, addOutput, getInputTokens } from './token-charges.js';
import { buildTokenRates, hasTokenRate, isUnknownTier } from './token-rates.js';
import { addUnits } from './unit-charges.js';

/** The cost of a request, in integer millionths of a dollar, rounded up. Undefined if it is unknown. */
export function costMicroUsd(
  given: UsageCounts,
  price: Price,
  context: PriceContext = {},
): number | undefined {
  if (isUnknownTier(price, context)) return undefined;
  const counts = toPlausibleCounts(given);
  const rates = buildTokenRates(price, getInputTokens(counts), context);
  const sum = new ChargeSum();
  addInput(sum, counts, rates);
  addOutput(sum, counts, rates);
  if (sum.unpricedCharges > 0 && hasTokenRate(rates)) return undefined;
  addUnits(sum, counts, price, context);
  const isUsed = sum.pricedCharges + sum.unpricedCharges > 0;
  sum.add(1, price.perRequest, 1);
  return isCostKnown(price, isUsed, sum) ? sum.getMicroUsd() : undefined;
}

/**
 * Upstreams count the same work in several ways, such as an image in tokens and as an image. A price for one of them
 * covers the work. If the price covers nothing that was used, the cost is unknown.
 */
function isCostKnown(price: Price, isUsed: boolean, { pricedCharges }: ChargeSum): boolean {
  return pricedCharges > 0 || (!isUsed && Object.keys(price).length > 0);
}
