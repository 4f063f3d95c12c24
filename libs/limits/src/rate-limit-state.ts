import { type LimitCheck } from './limit-check.js';
import { type Reading } from './counters/window.js';

/** How a limit stands: what a client is told in headers. */
export interface LimitState {
  limit: number;
  remaining: number;
  /** How long until the whole limit is free again, if nothing else is asked for. */
  resetMs: number;
}

/** The tightest limits that a request was held to. */
export interface RateLimitState {
  requests?: LimitState;
  tokens?: LimitState;
}

/** Of all limits on requests the one with the fewest left, and so for tokens; between equals the one that lasts longer. */
export function getTightest(checks: readonly LimitCheck[], readings: readonly Reading[]): RateLimitState {
  const state: RateLimitState = {};
  for (let index = 0; index < checks.length; index += 1) {
    const { name, limit, span } = checks[index] as LimitCheck;
    const reading = readings[index];
    if (span === 'running' || reading === undefined) continue;
    const unit = name === 'tpm' ? 'tokens' : 'requests';
    const found = { limit, remaining: reading.remaining, resetMs: reading.resetMs };
    if (isTighter(found, state[unit])) state[unit] = found;
  }
  return state;
}

function isTighter(found: LimitState, than: LimitState | undefined): boolean {
  if (than === undefined || found.remaining < than.remaining) return true;
  return found.remaining === than.remaining && found.resetMs > than.resetMs;
}
