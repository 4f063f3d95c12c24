import { type UsageCounts } from '../usage/usage-event.js';
import { ChargeSum, type ChargedUnit, type Charges, type Dimension } from './charge-sum.js';
import { costMicroUsd } from './cost.js';
import { plausibleCounts } from './plausible-counts.js';
import { type Price, type PriceContext } from './price.js';
import { addInput, addOutput, getInputTokens } from './token-charges.js';
import { buildTokenRates } from './token-rates.js';
import { addUnits } from './unit-charges.js';

/** One line of the sum that a cost is. */
export interface CostLine {
  dimension: Dimension;
  amount: number;
  /** In dollars, for `per` of what it is for. */
  usd: number;
  per: ChargedUnit;
  costMicroUsd: number;
}

/** The lines that a cost is the sum of, exactly; none where nobody knows it, or nothing was charged. */
export function buildCostLines(given: UsageCounts, price: Price, context: PriceContext = {}): CostLine[] {
  if (costMicroUsd(given, price, context) === undefined) return [];
  const counts = plausibleCounts(given);
  const rates = buildTokenRates(price, getInputTokens(counts), context);
  const lines = new ChargeLines();
  addInput(lines, counts, rates);
  addOutput(lines, counts, rates);
  addUnits(lines, counts, price, context);
  lines.add(1, price.perRequest, 1, 'request');
  return lines.lines;
}

/** A sum is rounded up once: each line costs what the sum grows by with it. */
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
