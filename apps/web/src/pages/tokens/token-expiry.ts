import { type Schema } from '../../api/client.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The console warns this many days before a token expires. */
export const EXPIRY_WARNING_DAYS = 14;

/** Tokens that expire before this time expire soon. Rounded up to full hours, so that query keys change rarely. */
export function findWarningEnd(now = Date.now()): string {
  return new Date(Math.ceil(now / HOUR_MS) * HOUR_MS + EXPIRY_WARNING_DAYS * DAY_MS).toISOString();
}

/** Whether the console warns that the token expires soon. */
export function expiresSoon(
  { status, expires_at: at }: Pick<Schema<'TokenView'>, 'status' | 'expires_at'>,
  now = Date.now(),
): boolean {
  return status === 'active' && at !== null && Date.parse(at) - now < EXPIRY_WARNING_DAYS * DAY_MS;
}
