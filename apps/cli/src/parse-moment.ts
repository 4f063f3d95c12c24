import { CommandFailure } from './command-failure.js';
import { exitCodes } from './exit-codes.js';

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The time of an option in the format of the admin API. Undefined if the option was not given. */
export function parseMoment(option: string, input: string | undefined): string | undefined {
  if (input === undefined) return undefined;
  const moment = parseSince(input);
  if (moment !== undefined) return moment.toISOString();
  throw new CommandFailure(
    `${option}: "${input}" is neither a date such as 2030-01-01, a date and time such as 2030-01-01T00:00:00Z nor a duration such as 12h or 7d`,
    exitCodes.usage,
  );
}

/** Parses a time or a duration ago: `2026-05-01T12:00:00Z`, `90m`. Undefined if the text is neither. */
export function parseSince(text: string, nowMs = Date.now()): Date | undefined {
  const [, amount, unit = ''] = /^(\d+)([smhd])$/.exec(text) ?? [];
  const date = new Date(
    amount === undefined ? parseDate(text) : nowMs - Number(amount) * (UNIT_MS[unit] ?? 0),
  );
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** `Date.parse` alone accepts almost any text. */
function parseDate(text: string): number {
  return /^\d{4}-\d{2}-\d{2}(T|$)/.test(text) ? Date.parse(text) : Number.NaN;
}
