import { type BudgetUnit } from '#declarations';
import { toAmount } from '../prices/plausible-counts.js';
import { PROCESS_DIED } from '../usage/begun-event.js';
import { type UsageEvent } from '../usage/usage-event.js';

/** What a request uses of a budget, in each unit. */
export type RequestCharge = Readonly<Record<BudgetUnit, number>>;

type ChargedEvent = Pick<UsageEvent, 'costMicroUsd' | 'usage' | 'outcome' | 'isCacheHit'>;

export const NO_CHARGE: RequestCharge = { usd: 0, tokens: 0, requests: 0 };

/**
 * The charge of a request in each unit. A request with an unknown price costs nothing. A response from the cache, and a
 * request that failed before an upstream processed it, are charged nothing in any unit.
 */
export function getRequestCharge(event: ChargedEvent): RequestCharge {
  const { costMicroUsd: usd = 0, usage } = event;
  if (event.isCacheHit) return { ...NO_CHARGE, usd };
  const tokens = Math.round(toAmount(usage.inputTokens)) + Math.round(toAmount(usage.outputTokens));
  return { usd, tokens, requests: isProcessed(event) ? 1 : 0 };
}

/** The charge of an event that replaces an estimate, which was charged before. */
export function withoutEstimate(charge: RequestCharge, estimate: RequestCharge): RequestCharge {
  return {
    usd: charge.usd - estimate.usd,
    tokens: charge.tokens - estimate.tokens,
    requests: charge.requests - estimate.requests,
  };
}

function isProcessed({ outcome, costMicroUsd = 0, usage }: ChargedEvent): boolean {
  if (outcome === 'ok' || outcome === PROCESS_DIED || costMicroUsd !== 0) return true;
  return Object.values(usage).some((count) => count !== undefined && count > 0);
}
