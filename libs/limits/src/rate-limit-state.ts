import { type LimitCheck } from './limit-check.js';
import { type Reading } from './counters/window.js';

/** The state of a limit, as sent in headers. */
export interface LimitState {
  limit: number;
  remaining: number;
  /** How long until the whole limit is available again, without further requests. */
  resetMs: number;
}

/** The tightest limits of a request. */
export interface RateLimitState {
  requests?: LimitState;
  tokens?: LimitState;
}

/** The request limit and the token limit with the least remaining; if equal, the one that resets later. */
export function getTightestLimits(
  checks: readonly LimitCheck[],
  readings: readonly Reading[],
): RateLimitState {
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
