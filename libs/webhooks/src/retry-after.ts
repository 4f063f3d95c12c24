import { MAX_WAIT_MS } from './schedule.js';

/** The delay in a `Retry-After` header, in seconds or as a date, up to the maximum. */
export function parseRetryAfterMs(header: string | undefined, nowMs = Date.now()): number | undefined {
  if (header === undefined) return undefined;
  const waitMs = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return Number.isNaN(waitMs) || waitMs <= 0 ? undefined : Math.min(waitMs, MAX_WAIT_MS);
}
