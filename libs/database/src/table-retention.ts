import { type DeletedData, type RetentionPeriods } from '#declarations';

/**
 * How long the rows of a table are kept. Every table has such a rule, next to the code that writes it; a test fails for a
 * table without one.
 */
export type TableRetention = { readonly table: string } & (
  | {
      /** When rows are deleted, for the docs. */
      readonly until: string;
      /** An SQL condition for the rows that maintenance deletes, in which $1 is the current time. */
      readonly expired: string;
    }
  | RetentionBySetting
  | {
      readonly until: string;
      /** The code that deletes them, if it needs more than a condition. */
      readonly by: string;
    }
  /** Why its rows are never deleted. */
  | { readonly keptBecause: string }
);

/** Rows that are deleted after a number of days that admins can change. */
interface RetentionBySetting {
  readonly until: string;
  /** The number of days, by the settings of the gateway. */
  readonly getDays: (periods: RetentionPeriods) => number;
  /** An SQL condition for the rows that are older, in which $1 is the time that many days ago. */
  readonly older: string;
  /** What the admin API calls them when it counts how many a shorter period deletes. */
  readonly deletes: DeletedData;
  /** The code that deletes them, if it needs more than the condition. */
  readonly by?: string;
}

type ExpiringTable = Extract<TableRetention, { expired: string }>;
export type TableWithPeriod = Extract<TableRetention, RetentionBySetting>;

const DAY_MS = 24 * 60 * 60 * 1000;

export function isExpiring(retention: TableRetention): retention is ExpiringTable {
  return 'expired' in retention;
}

/** Whether a setting determines how long the rows are kept. */
export function hasPeriod(retention: TableRetention): retention is TableWithPeriod {
  return 'getDays' in retention;
}

/** Rows from before this time are deleted. */
export function getCutoff({ getDays }: TableWithPeriod, periods: RetentionPeriods, now: Date): Date {
  return new Date(now.getTime() - getDays(periods) * DAY_MS);
}

export const DATABASE_TABLES: readonly TableRetention[] = [
  { table: 'migrations', keptBecause: 'It has one row per migration.' },
];
