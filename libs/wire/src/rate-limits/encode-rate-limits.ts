import { type Dialect } from '../errors/dialect.js';
import { encodeDuration } from './duration.js';

interface LimitState {
  limit: number;
  remaining: number;
  resetMs: number;
}

/** How the limits of a request stand; what is absent is not limited. */
export interface RateLimits {
  requests?: LimitState;
  tokens?: LimitState;
}

/** The headers by which a client sees its limits; none where nothing is limited. */
export function encodeRateLimits(
  limits: RateLimits,
  dialect: Dialect,
  nowMs = Date.now(),
): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const unit of ['requests', 'tokens'] as const) {
    const state = limits[unit];
    if (state === undefined) continue;
    if (dialect === 'anthropic') Object.assign(headers, anthropicHeaders(unit, state, nowMs));
    else Object.assign(headers, openAiHeaders(unit, state));
  }
  return headers;
}

/** Google and Cohere have no such headers; the usual ones do no harm there. */
function openAiHeaders(unit: string, { limit, remaining, resetMs }: LimitState): Record<string, string> {
  return {
    [`x-ratelimit-limit-${unit}`]: String(limit),
    [`x-ratelimit-remaining-${unit}`]: String(remaining),
    [`x-ratelimit-reset-${unit}`]: encodeDuration(resetMs),
  };
}

function anthropicHeaders(
  unit: string,
  { limit, remaining, resetMs }: LimitState,
  nowMs: number,
): Record<string, string> {
  return {
    [`anthropic-ratelimit-${unit}-limit`]: String(limit),
    [`anthropic-ratelimit-${unit}-remaining`]: String(remaining),
    [`anthropic-ratelimit-${unit}-reset`]: rfc3339(nowMs + resetMs),
  };
}

/** Whole seconds, rounded up. */
function rfc3339(atMs: number): string {
  return new Date(Math.ceil(atMs / 1_000) * 1_000).toISOString().replace('.000Z', 'Z');
}
