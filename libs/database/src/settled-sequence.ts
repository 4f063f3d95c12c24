import { setTimeout as sleep } from 'node:timers/promises';
import { type DataSource } from 'typeorm';

const LOOK_MS = 50;
const MAX_WAIT_MS = 5_000;

export interface NumberedTable {
  table: string;
  /** What the rows of the table are numbered by. */
  sequence: string;
}

/**
 * Up to which number nobody can add rows to the table any more. A number is given to a row before its transaction ends,
 * so a lower one may appear after a higher one. Whoever writes to a table holds a lock on it from before its first number
 * to the end of the transaction: once those that held it after the last number was read are gone, all up to that number
 * is there for good. Undefined where somebody holds it for long.
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
    await sleep(LOOK_MS);
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
