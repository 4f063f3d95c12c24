import { type Dialect } from './errors/dialect.js';

interface LimitState {
  limit: number;
  remaining: number;
  resetMs: number;
}

/** The state of the request's limits; undefined if there is no limit. */
interface RateLimits {
  requests?: LimitState;
  tokens?: LimitState;
}

const SECONDS_PER_MINUTE = 60;
const SECONDS_PER_HOUR = 3_600;

/** The rate limit headers of a response; none if there are no limits. */
export function encodeRateLimits(
  limits: RateLimits,
  dialect: Dialect,
  nowMs = Date.now(),
): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const unit of ['requests', 'tokens'] as const) {
    const state = limits[unit];
    if (state === undefined) continue;
    if (dialect === 'anthropic') Object.assign(headers, encodeAnthropicHeaders(unit, state, nowMs));
    else Object.assign(headers, encodeOpenAiHeaders(unit, state));
  }
  return headers;
}

/** Google and Cohere have no such headers, so their clients get these as well. */
function encodeOpenAiHeaders(
  unit: string,
  { limit, remaining, resetMs }: LimitState,
): Record<string, string> {
  return {
    [`x-ratelimit-limit-${unit}`]: String(limit),
    [`x-ratelimit-remaining-${unit}`]: String(remaining),
    [`x-ratelimit-reset-${unit}`]: encodeDuration(resetMs),
  };
}

function encodeAnthropicHeaders(
  unit: string,
  { limit, remaining, resetMs }: LimitState,
  nowMs: number,
): Record<string, string> {
  return {
    [`anthropic-ratelimit-${unit}-limit`]: String(limit),
    [`anthropic-ratelimit-${unit}-remaining`]: String(remaining),
    [`anthropic-ratelimit-${unit}-reset`]: toRfc3339(nowMs + resetMs),
  };
}

/** Rounds up to whole seconds. */
function toRfc3339(atMs: number): string {
  return new Date(Math.ceil(atMs / 1_000) * 1_000).toISOString().replace('.000Z', 'Z');
}

/**
 * A duration in OpenAI's notation: `120ms`, `1s`, `6m0s`, `23h59m0s`. It is rounded up, so that no client retries too
 * early.
 */
export function encodeDuration(durationMs: number): string {
  const wholeMs = Math.max(0, Math.ceil(durationMs));
  if (wholeMs > 0 && wholeMs < 1_000) return `${wholeMs}ms`;
  const total = Math.ceil(wholeMs / 1_000);
  const hours = Math.floor(total / SECONDS_PER_HOUR);
  const minutes = Math.floor((total % SECONDS_PER_HOUR) / SECONDS_PER_MINUTE);
  const seconds = total % SECONDS_PER_MINUTE;
  if (hours > 0) return `${hours}h${minutes}m${seconds}s`;
  return minutes > 0 ? `${minutes}m${seconds}s` : `${seconds}s`;
}
