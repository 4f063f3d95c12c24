/**
 * How long the rows of a table stay. Every table has one of these, next to the code that writes it; a test fails for a
 * table that has none.
 */
export type TableRetention = { readonly table: string } & (
  | {
      /** When rows go, as people are told. */
      readonly until: string;
      /** Which rows maintenance deletes. A condition in SQL, in which $1 is the present moment. */
      readonly expired: string;
    }
  | {
      readonly until: string;
      /** What deletes them, where it takes more than a condition. */
      readonly by: string;
    }
  /** Why its rows stay for good. */
  | { readonly keptBecause: string }
);

type ExpiringTable = Extract<TableRetention, { expired: string }>;

export function isExpiring(retention: TableRetention): retention is ExpiringTable {
  return 'expired' in retention;
}

export const DATABASE_TABLES: readonly TableRetention[] = [
  { table: 'migrations', keptBecause: 'It has one row for each change of the schema.' },
];
