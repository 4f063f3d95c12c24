import { setTimeout as sleep } from 'node:timers/promises';
import { type DataSource } from 'typeorm';

const POLL_MS = 50;
const MAX_WAIT_MS = 5_000;

export interface NumberedTable {
  table: string;
  /** The sequence that numbers the rows of the table. */
  sequence: string;
}

/**
 * The number up to which no more rows can appear in the table. A row gets its number before its transaction commits, so a
 * lower number can appear after a higher one. A writing transaction locks the table from before its first number until
 * its end: when all transactions that held the lock after the last number was read have ended, no rows up to that number
 * can follow. Undefined if one of them takes too long.
 */
export async function readSettledSequence(
  database: Pick<DataSource, 'query'>,
  { table, sequence }: NumberedTable,
): Promise<string | undefined> {
  const [last] = await database.query<{ value: string }[]>(
    `SELECT (CASE WHEN is_called THEN last_value ELSE 0 END)::text AS value FROM ${sequence}`,
  );
  const until = performance.now() + MAX_WAIT_MS;
  let writers = await listWriters(database, table);
  const earlier = new Set(writers);
  while (writers.some((writer) => earlier.has(writer))) {
    if (performance.now() > until) return undefined;
    await sleep(POLL_MS);
    writers = await listWriters(database, table);
  }
  return last?.value;
}

/** The transactions that have written to a table, or are about to. */
async function listWriters(database: Pick<DataSource, 'query'>, table: string): Promise<string[]> {
  const rows = await database.query<{ writer: string }[]>(
    `SELECT virtualtransaction AS writer FROM pg_locks
     WHERE relation = $1::regclass AND mode = 'RowExclusiveLock' AND granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [table],
  );
  return rows.map(({ writer }) => writer);
}
