import { type Schema } from '../../api/client.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Early enough to act on it. */
export const EXPIRY_WARNING_DAYS = 14;

/** Until when a token has to expire to be warned of; the same for an hour, so that nothing is asked for anew meanwhile. */
export function findWarningEnd(now = Date.now()): string {
  return new Date(Math.ceil(now / HOUR_MS) * HOUR_MS + EXPIRY_WARNING_DAYS * DAY_MS).toISOString();
}

/** Whether somebody should be told that it is about to end. */
export function expiresSoon(
  { status, expires_at: at }: Pick<Schema<'TokenView'>, 'status' | 'expires_at'>,
  now = Date.now(),
): boolean {
  return status === 'active' && at !== null && Date.parse(at) - now < EXPIRY_WARNING_DAYS * DAY_MS;
}
