import { type UsageCounts } from '../usage/usage-event.js';

/** Counts come from upstreams and clients, so that one may be no amount at all; such a one counts as nothing. */
export function plausibleCounts(counts: UsageCounts): UsageCounts {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => isAmount(count)));
}

function isAmount(count: unknown): boolean {
  return typeof count === 'number' && count > 0 && count <= Number.MAX_SAFE_INTEGER;
}
