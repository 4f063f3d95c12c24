import { MAX_WAIT_MS } from './schedule.js';

/** What a `Retry-After` header asks for, in seconds or as a date, as far as it is granted. */
export function getRetryAfterMs(header: string | undefined, nowMs = Date.now()): number | undefined {
  if (header === undefined) return undefined;
  const waitMs = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return Number.isNaN(waitMs) || waitMs <= 0 ? undefined : Math.min(waitMs, MAX_WAIT_MS);
}
