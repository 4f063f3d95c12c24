import { CommandFailure } from './command-failure.js';
import { exitCodes } from './exit-codes.js';

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** What an option says of a time, as the admin API takes it; undefined where it was not written. */
export function parseMoment(option: string, written: string | undefined): string | undefined {
  if (written === undefined) return undefined;
  const moment = parseSince(written);
  if (moment !== undefined) return moment.toISOString();
  throw new CommandFailure(
    `${option}: "${written}" is neither a date such as 2030-01-01, a date and time such as 2030-01-01T00:00:00Z nor a duration such as 12h or 7d`,
    exitCodes.usage,
  );
}

/** A point in time, or how long ago it was: `2026-05-01T12:00:00Z`, `90m`. Undefined where it is neither. */
export function parseSince(text: string, nowMs = Date.now()): Date | undefined {
  const [, amount, unit = ''] = /^(\d+)([smhd])$/.exec(text) ?? [];
  const date = new Date(
    amount === undefined ? parseDate(text) : nowMs - Number(amount) * (UNIT_MS[unit] ?? 0),
  );
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** `Date.parse` alone takes almost anything for a date. */
function parseDate(text: string): number {
  return /^\d{4}-\d{2}-\d{2}(T|$)/.test(text) ? Date.parse(text) : Number.NaN;
}
