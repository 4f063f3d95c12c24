import { type Schema } from '../../api/client.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Early enough to act on it. */
export const EXPIRY_WARNING_DAYS = 14;

/** Tokens that expire before this time are shown as expiring soon. It changes once an hour, so that queries stay cached. */
export function findWarningEnd(now = Date.now()): string {
  return new Date(Math.ceil(now / HOUR_MS) * HOUR_MS + EXPIRY_WARNING_DAYS * DAY_MS).toISOString();
}

/** Whether the console warns about the expiry. */
export function expiresSoon(
  { status, expires_at: at }: Pick<Schema<'TokenView'>, 'status' | 'expires_at'>,
  now = Date.now(),
): boolean {
  return status === 'active' && at !== null && Date.parse(at) - now < EXPIRY_WARNING_DAYS * DAY_MS;
}
