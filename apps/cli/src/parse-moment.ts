import { CommandFailure } from './command-failure.js';
import { exitCodes } from './exit-codes.js';
import { parseSince } from './parse-since.js';

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
