import { MICRO_USD_PER_USD } from '#canonical';
import { type CostLine, type PriceOfRecord, type UsageRecord, buildCostLines } from '#metering';
import { type RequestDetailView } from './request.dto.js';

type CostView = Pick<RequestDetailView, 'cost_lines' | 'upstream_cost_usd' | 'list_cost_usd'>;
type LineView = CostView['cost_lines'][number];

/** Lengths are stored in whole thousandths of a second, which may turn the last digit of a cost. */
const MAX_DIFFERENCE_MICRO_USD = 1;

/**
 * The lines that the cost of a request is the sum of, by what it used and the price that it was charged by; or the one
 * line of an upstream whose word was taken for it. None where neither comes to the cost.
 */
export function viewCost(record: UsageRecord, priced: PriceOfRecord | undefined): CostView {
  const { costMicroUsd, upstreamCostMicroUsd, usage, priceContext } = record;
  const lines = priced === undefined ? [] : buildCostLines(usage, priced.price, priceContext);
  const listed = lines.reduce((sum, line) => sum + line.costMicroUsd, 0);
  const difference = (costMicroUsd ?? 0) - listed;
  const isListed = lines.length > 0 && Math.abs(difference) <= MAX_DIFFERENCE_MICRO_USD;
  const isBelieved = costMicroUsd !== undefined && !isListed && costMicroUsd === upstreamCostMicroUsd;
  return {
    cost_lines: isBelieved ? [viewUpstreamLine(costMicroUsd)] : viewLines(isListed ? lines : [], difference),
    upstream_cost_usd: toUsd(upstreamCostMicroUsd),
    list_cost_usd: isBelieved && lines.length > 0 ? toUsd(listed) : null,
  };
}

function viewLines(lines: readonly CostLine[], difference: number): LineView[] {
  const dearest = lines.toSorted((a, b) => b.costMicroUsd - a.costMicroUsd)[0];
  return lines.map((line) => ({
    dimension: line.dimension,
    amount: line.amount,
    unit_price_usd: line.usd,
    per: line.per,
    cost_usd: (line.costMicroUsd + (line === dearest ? difference : 0)) / MICRO_USD_PER_USD,
  }));
}

function viewUpstreamLine(costMicroUsd: number): LineView {
  const usd = costMicroUsd / MICRO_USD_PER_USD;
  return { dimension: 'upstream', amount: 1, unit_price_usd: usd, per: 1, cost_usd: usd };
}

function toUsd(microUsd: number | undefined): number | null {
  return microUsd === undefined ? null : microUsd / MICRO_USD_PER_USD;
}
