import { MICRO_USD_PER_USD } from '#canonical';
import { type CostLine, type PriceOfRecord, type UsageRecord, buildCostLines } from '#metering';
import { type RequestDetailView } from './request.dto.js';

type CostView = Pick<RequestDetailView, 'cost_lines' | 'upstream_cost_usd' | 'list_cost_usd'>;
type LineView = CostView['cost_lines'][number];

/** Durations are stored in whole milliseconds, which can change the last digit of a cost. */
const MAX_DIFFERENCE_MICRO_USD = 1;

/**
 * The lines of the cost of a request, from its usage and its price, or a single line if the cost reported by the upstream
 * was used. No lines if neither equals the cost.
 */
export function viewCost(record: UsageRecord, priced: PriceOfRecord | undefined): CostView {
  const { costMicroUsd, upstreamCostMicroUsd, usage, priceContext } = record;
  const lines = priced === undefined ? [] : buildCostLines(usage, priced.price, priceContext);
  const listed = lines.reduce((sum, line) => sum + line.costMicroUsd, 0);
  const difference = (costMicroUsd ?? 0) - listed;
  const isListed = lines.length > 0 && Math.abs(difference) <= MAX_DIFFERENCE_MICRO_USD;
  const isUpstreamCost = costMicroUsd !== undefined && !isListed && costMicroUsd === upstreamCostMicroUsd;
  return {
    cost_lines: isUpstreamCost
      ? [viewUpstreamLine(costMicroUsd)]
      : viewLines(isListed ? lines : [], difference),
    upstream_cost_usd: toUsd(upstreamCostMicroUsd),
    list_cost_usd: isUpstreamCost && lines.length > 0 ? toUsd(listed) : null,
  };
}

function viewLines(lines: readonly CostLine[], difference: number): LineView[] {
  const largest = lines.toSorted((a, b) => b.costMicroUsd - a.costMicroUsd)[0];
  return lines.map((line) => ({
    dimension: line.dimension,
    amount: line.amount,
    unit_price_usd: line.usd,
    per: line.per,
    cost_usd: (line.costMicroUsd + (line === largest ? difference : 0)) / MICRO_USD_PER_USD,
  }));
}

function viewUpstreamLine(costMicroUsd: number): LineView {
  const usd = costMicroUsd / MICRO_USD_PER_USD;
  return { dimension: 'upstream', amount: 1, unit_price_usd: usd, per: 1, cost_usd: usd };
}

function toUsd(microUsd: number | undefined): number | null {
  return microUsd === undefined ? null : microUsd / MICRO_USD_PER_USD;
}
