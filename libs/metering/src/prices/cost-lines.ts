import { type UsageCounts } from '../usage/usage-event.js';
import { ChargeSum, type ChargedUnit, type Charges, type Dimension } from './charge-sum.js';
import { costMicroUsd } from './cost.js';
import { toPlausibleCounts } from './plausible-counts.js';
import { type Price, type PriceContext } from './price.js';
import { addInput, addOutput, getInputTokens } from './token-charges.js';
import { buildTokenRates } from './token-rates.js';
import { addUnits } from './unit-charges.js';

/** One line of a cost. */
export interface CostLine {
  dimension: Dimension;
  amount: number;
  /** The price in dollars for `per` units. */
  usd: number;
  per: ChargedUnit;
  costMicroUsd: number;
}

/** The lines whose sum is exactly the cost. Empty if the cost is unknown or nothing was charged. */
export function buildCostLines(given: UsageCounts, price: Price, context: PriceContext = {}): CostLine[] {
  if (costMicroUsd(given, price, context) === undefined) return [];
  const counts = toPlausibleCounts(given);
  const rates = buildTokenRates(price, getInputTokens(counts), context);
  const lines = new ChargeLines();
  addInput(lines, counts, rates);
  addOutput(lines, counts, rates);
  addUnits(lines, counts, price, context);
  lines.add(1, price.perRequest, 1, 'request');
  return lines.lines;
}

/** Because a sum is rounded up only once, the cost of each line is the increase of the rounded sum. */
class ChargeLines implements Charges {
  readonly lines: CostLine[] = [];
  private readonly sum = new ChargeSum();
  private sumMicroUsd = 0;

  add(amount: number, usd: number | undefined, per: ChargedUnit, dimension: Dimension): void {
    if (amount <= 0 || usd === undefined) return;
    this.sum.add(amount, usd, per);
    const before = this.sumMicroUsd;
    this.sumMicroUsd = this.sum.getMicroUsd();
    this.lines.push({ dimension, amount, usd, per, costMicroUsd: this.sumMicroUsd - before });
  }
}
