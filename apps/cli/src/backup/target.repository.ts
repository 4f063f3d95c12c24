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
import {
  type CopiedTable,
  MIGRATIONS_TABLE,
  type Snapshot,
  quote,
  readTables,
} from './snapshot.repository.js';

/** The rows that a migration puts there: those of the copy take their place. */
const SEEDED_TABLES: readonly string[] = ['usage_retention'];

export type CopiedSchema = Pick<Snapshot, 'tables' | 'migrations' | 'sequences' | 'usageDays'>;

export interface LoadedTable extends CopiedTable {
  /** How many rows there have to be; where nobody knows before, it is asked afterwards. */
  rows: () => number;
  open: () => Readable;
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/**
 * Gives an empty database the schema of the copy and lends it out. A gateway that is started on it meanwhile waits. The
 * schema stays where the work fails; the rows do not, so it can be tried again.
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

/** Puts all rows of all tables there, or none. */
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
    // Checked at once for all rows, which takes a fraction of what it does row by row.
    for (const { table, name, definition } of keys) {
      await manager.query(`ALTER TABLE ${quote(table)} ADD CONSTRAINT ${quote(name)} ${definition}`);
    }
    for (const [name, value] of Object.entries(sequences)) {
      await manager.query('SELECT setval(to_regclass($1), $2::bigint)', [quote(name), value]);
    }
  });
}

async function loadTable(manager: Transaction, { table, columns, rows, open }: LoadedTable): Promise<void> {
  // Triggers count, announce and refuse: all of that was done when the rows were first written.
  await manager.query(`ALTER TABLE ${quote(table)} DISABLE TRIGGER USER`);
  const list = columns.map((column) => quote(column)).join(', ');
  const added = await copyIn(manager, `COPY ${quote(table)} (${list}) FROM STDIN`, open());
  await manager.query(`ALTER TABLE ${quote(table)} ENABLE TRIGGER USER`);
  if (added === rows()) return;
  throw new CommandFailure(
    `${table}: ${added} rows were added where there are ${rows()}. Nothing was kept.`,
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
    `It is of a newer version than this one, which does not know the change ${unknown} of the schema.`,
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
    `The database is not empty (${reason}): only an empty one is filled.`,
    exitCodes.failure,
  );
}

/** What is not a table of ours is nothing that we write to. */
async function requireTables(target: Database, copied: readonly CopiedTable[]): Promise<void> {
  const found = new Map((await readTables(target)).map(({ table, columns }) => [table, new Set(columns)]));
  for (const { table, columns } of copied) {
    const unknown = columns.find((column) => found.get(table)?.has(column) !== true);
    if (unknown === undefined && found.has(table)) continue;
    throw new CommandFailure(
      `The schema has no ${table}.${unknown ?? '*'}, which the copy has.`,
      exitCodes.failure,
    );
  }
}
