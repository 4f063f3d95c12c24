import { type Writable } from 'node:stream';
import { type Database, type Transaction, copyOut } from '#database';

/** A table to copy, without its generated columns. */
export interface CopiedTable {
  table: string;
  columns: string[];
}

export interface Snapshot {
  tables: CopiedTable[];
  /** The names of the applied migrations. */
  migrations: string[];
  /** The last value of each sequence. */
  sequences: Record<string, string>;
  /** The days that have a partition of usage, such as 20261115. */
  usageDays: string[];
  manager: Transaction;
}

/** Not copied: its rows are created with the schema. */
export const MIGRATIONS_TABLE = 'migrations';

/** How long to wait at most for transactions that are storing usage. */
const LOCK_TIMEOUT = '10s';

/**
 * Runs the work on one snapshot of the database. `onSnapshot` runs when the snapshot begins, while storing usage is
 * blocked: so usage in the spools at that time is in the snapshot or in the spools, and never missing in both.
 */
export async function withSnapshot<Result>(
  database: Database,
  work: (snapshot: Snapshot) => Promise<Result>,
  onSnapshot?: () => Promise<void>,
): Promise<Result> {
  return database.transaction('REPEATABLE READ', async (manager) => {
    await manager.query('SET TRANSACTION READ ONLY');
    await manager.query('SET LOCAL statement_timeout = 0');
    await manager.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const migrations = await holdUsage(database, async () => {
      const names = await readMigrations(manager);
      await onSnapshot?.();
      return names;
    });
    return work({
      tables: await readTables(manager),
      migrations,
      sequences: await readSequences(manager),
      usageDays: await readUsageDays(manager),
      manager,
    });
  });
}

/** Returns the number of rows. */
export async function writeTable(
  { manager }: Pick<Snapshot, 'manager'>,
  { table, columns }: CopiedTable,
  sink: Writable,
): Promise<number> {
  const list = columns.map((column) => quote(column)).join(', ');
  // A query, because COPY of a partitioned table copies no rows.
  return copyOut(manager, `COPY (SELECT ${list} FROM ${quote(table)}) TO STDOUT`, sink);
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

async function holdUsage<Result>(database: Database, work: () => Promise<Result>): Promise<Result> {
  return database.transaction(async (holder) => {
    await holder.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
    await holder.query('LOCK TABLE ONLY usage_events IN SHARE MODE');
    return work();
  });
}

/** Must be the first query of the transaction: the snapshot begins with it. */
async function readMigrations(manager: Transaction): Promise<string[]> {
  const rows = await manager.query<{ name: string }[]>(`SELECT name FROM ${MIGRATIONS_TABLE} ORDER BY id`);
  return rows.map(({ name }) => name);
}

export async function readTables(manager: Pick<Transaction, 'query'>): Promise<CopiedTable[]> {
  return manager.query<CopiedTable[]>(
    `SELECT c.relname AS table, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relname <> $1 AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     GROUP BY c.relname ORDER BY c.relname`,
    [MIGRATIONS_TABLE],
  );
}

async function readSequences(manager: Transaction): Promise<Record<string, string>> {
  const rows = await manager.query<{ name: string; value: string }[]>(
    `SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
     WHERE schemaname = current_schema() AND last_value IS NOT NULL AND sequencename <> $1 || '_id_seq'`,
    [MIGRATIONS_TABLE],
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

async function readUsageDays(manager: Transaction): Promise<string[]> {
  const rows = await manager.query<{ name: string }[]>(
    `SELECT c.relname AS name FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
     WHERE inhparent = 'usage_events'::regclass ORDER BY 1`,
  );
  return rows.flatMap(({ name }) => /^usage_events_(\d{8})$/.exec(name)?.[1] ?? []);
}
