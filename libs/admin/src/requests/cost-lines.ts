import { MICRO_USD_PER_USD } from '#canonical';
import { type CostLine, type PriceOfRecord, type UsageRecord, buildCostLines } from '#metering';
import { type CostLineView } from './request.dto.js';

/** Lengths are stored in whole thousandths of a second, which may turn the last digit of a cost. */
const MAX_DIFFERENCE_MICRO_USD = 1;

/**
 * The lines that the cost of a request is the sum of, by what it used and the price that it was charged by. None where
 * they do not come to the cost: it was not charged by them then.
 */
export function viewCostLines(record: UsageRecord, priced: PriceOfRecord | undefined): CostLineView[] {
  const { costMicroUsd } = record;
  if (priced === undefined || costMicroUsd === undefined) return [];
  const lines = buildCostLines(record.usage, priced.price, record.priceContext);
  const difference = costMicroUsd - sumLines(lines);
  const dearest = lines.toSorted((a, b) => b.costMicroUsd - a.costMicroUsd)[0];
  if (dearest === undefined || Math.abs(difference) > MAX_DIFFERENCE_MICRO_USD) return [];
  return lines.map((line) => viewLine(line, line === dearest ? difference : 0));
}

function sumLines(lines: readonly CostLine[]): number {
  return lines.reduce((sum, line) => sum + line.costMicroUsd, 0);
}

function viewLine({ dimension, amount, usd, per, costMicroUsd }: CostLine, difference: number): CostLineView {
  return {
    dimension,
    amount,
    unit_price_usd: usd,
    per,
    cost_usd: (costMicroUsd + difference) / MICRO_USD_PER_USD,
  };
}
