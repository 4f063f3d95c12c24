import { type Readable } from 'node:stream';
import {
  type Database,
  type Transaction,
  copyIn,
  createDataSourceAt,
  listKnownMigrations,
  withSetupLock,
} from '#database';
import { prepareUsageDays } from '#metering';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { type CopiedTable, MIGRATIONS_TABLE, type Snapshot, quote, readTables } from './snapshot.js';

/** Tables with rows from a migration, which the rows of the copy replace. */
const SEEDED_TABLES: readonly string[] = ['usage_retention'];

export type CopiedSchema = Pick<Snapshot, 'tables' | 'migrations' | 'sequences' | 'usageDays'>;

export interface LoadedTable extends CopiedTable {
  /** The expected number of rows. Only called after the table was read. */
  rows: () => number;
  open: () => Readable;
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/**
 * Creates the schema of the copy in an empty database, and runs the work on it. A gateway that starts meanwhile waits. If
 * the work fails, the schema stays, but no rows, so that it can be repeated.
 */
export async function withEmptyTarget<Result>(
  url: string,
  schema: CopiedSchema,
  work: (target: Database) => Promise<Result>,
): Promise<Result> {
  requireKnownMigrations(schema.migrations);
  const target = createDataSourceAt(url, schema.migrations);
  await target.initialize();
  try {
    return await withSetupLock(target, async () => {
      await requireEmpty(target, schema);
      await target.runMigrations();
      await requireTables(target, schema.tables);
      await prepareUsageDays(target, schema.usageDays);
      return work(target);
    });
  } finally {
    await target.destroy();
  }
}

/** Loads all rows of all tables in one transaction. */
export async function loadTables(
  target: Database,
  tables: readonly LoadedTable[],
  sequences: Snapshot['sequences'],
): Promise<void> {
  await target.transaction(async (manager) => {
    await manager.query('SET LOCAL statement_timeout = 0');
    for (const table of SEEDED_TABLES) await manager.query(`DELETE FROM ${quote(table)}`);
    const keys = await dropForeignKeys(manager);
    for (const table of tables) await loadTable(manager, table);
    // Checking foreign keys for all rows at once takes a fraction of the time of checking row by row.
    for (const { table, name, definition } of keys) {
      await manager.query(`ALTER TABLE ${quote(table)} ADD CONSTRAINT ${quote(name)} ${definition}`);
    }
    for (const [name, value] of Object.entries(sequences)) {
      await manager.query('SELECT setval(to_regclass($1), $2::bigint)', [quote(name), value]);
    }
  });
}

async function loadTable(manager: Transaction, { table, columns, rows, open }: LoadedTable): Promise<void> {
  // Triggers count, notify and reject. That was already done when the rows were first written.
  await manager.query(`ALTER TABLE ${quote(table)} DISABLE TRIGGER USER`);
  const list = columns.map((column) => quote(column)).join(', ');
  const added = await copyIn(manager, `COPY ${quote(table)} (${list}) FROM STDIN`, open());
  await manager.query(`ALTER TABLE ${quote(table)} ENABLE TRIGGER USER`);
  if (added === rows()) return;
  throw new CommandFailure(
    `${table}: ${added} rows were written, but the table has ${rows()}. All changes were rolled back.`,
    exitCodes.failure,
  );
}

async function dropForeignKeys(manager: Transaction): Promise<ForeignKey[]> {
  const keys = await manager.query<ForeignKey[]>(
    `SELECT c.relname AS table, k.conname AS name, pg_get_constraintdef(k.oid) AS definition
     FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
     WHERE k.contype = 'f' AND k.conparentid = 0 AND c.relnamespace = current_schema()::regnamespace`,
  );
  for (const { table, name } of keys) {
    await manager.query(`ALTER TABLE ${quote(table)} DROP CONSTRAINT ${quote(name)}`);
  }
  return keys;
}

function requireKnownMigrations(migrations: readonly string[]): void {
  const known = new Set(listKnownMigrations());
  const unknown = migrations.find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new CommandFailure(
    `It was created by a newer version: this version does not have the migration ${unknown}.`,
    exitCodes.failure,
  );
}

async function requireEmpty(target: Database, { migrations }: CopiedSchema): Promise<void> {
  const tables = await readTables(target);
  for (const { table } of tables) {
    if (SEEDED_TABLES.includes(table)) continue;
    const [row] = await target.query<unknown[]>(`SELECT 1 FROM ${quote(table)} LIMIT 1`);
    if (row !== undefined) throw notEmpty(`the table ${table} has rows`);
  }
  if (tables.length === 0) return;
  const applied = await target.query<{ name: string }[]>(`SELECT name FROM ${MIGRATIONS_TABLE}`);
  const other = applied.find(({ name }) => !migrations.includes(name));
  if (other !== undefined) throw notEmpty('it has the schema of another version');
}

function notEmpty(reason: string): CommandFailure {
  return new CommandFailure(
    `The database is not empty (${reason}). Use an empty database.`,
    exitCodes.failure,
  );
}

/** Throws if the copy has a table or column that the schema does not have. */
async function requireTables(target: Database, copied: readonly CopiedTable[]): Promise<void> {
  const found = new Map((await readTables(target)).map(({ table, columns }) => [table, new Set(columns)]));
  for (const { table, columns } of copied) {
    const unknown = columns.find((column) => found.get(table)?.has(column) !== true);
    if (unknown === undefined && found.has(table)) continue;
    throw new CommandFailure(
      `The schema does not have ${table}.${unknown ?? '*'}, which the backup contains.`,
      exitCodes.failure,
    );
  }
}
