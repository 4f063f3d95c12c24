import { PassThrough } from 'node:stream';
import { type Config, readEnvironment } from '#config';
import { type Database, migrateDatabase } from '#database';
import { hasEmbeddedPostgres, locateEmbeddedPostgres } from '#embedded-postgres';
import { type LedgerReport, verifyLedger } from '#metering';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { counted } from '../frame/format.js';
import { type Output } from '../frame/output.js';
import { loadConfigOrFail, openOwnSecretBox } from '../installation-config.js';
import { readSecret } from '../read-secret.js';
import { onDatabaseAt, withDatabase } from '../with-database.js';
import { type Snapshot, withSnapshot, writeTable } from './snapshot.repository.js';
import { type LoadedTable, loadTables, withEmptyTarget } from './target.repository.js';

interface Moved {
  tables: number;
  rows: number;
  ledger: LedgerReport;
}

/** Copies the embedded database to another server, and answers the exit code. The embedded one stays as it was. */
export async function moveDatabase(to: string | undefined, output: Output): Promise<number> {
  const config = loadConfigOrFail(readEnvironment());
  requireAtRest(config);
  const url = await readTarget(to);
  const talk = { print: (line: string) => output.note(line), onStop: 'Finishing first …' };
  return withDatabase(config, talk, async (source) => {
    const { secretKeyFile } = openOwnSecretBox(config).config;
    const moved = await onDatabaseAt(source, (database) => move(database, url, output));
    const ledger = await onDatabaseAt(url, verifyLedger);
    return tell({ ...moved, ledger }, { secretKeyFile, config, output });
  });
}

function requireAtRest({ database, dataDir }: Config): void {
  if (database.kind === 'url') {
    throw new CommandFailure(
      'DATABASE_URL is set: this installation has no embedded database to move. "modelgate backup" and "modelgate restore" copy any.',
      exitCodes.config,
    );
  }
  if (!hasEmbeddedPostgres(dataDir)) {
    throw new CommandFailure(`There is no embedded database in ${dataDir}.`, exitCodes.notFound);
  }
  if (locateEmbeddedPostgres(dataDir) === undefined) return;
  throw new CommandFailure(
    'The gateway is running, and what it stores meanwhile would be left behind: stop it first.',
    exitCodes.dataFolderInUse,
  );
}

/** An address has a password in it, which others on the machine can see in the arguments of a process. */
async function readTarget(to: string | undefined): Promise<string> {
  if (to === undefined) throw new CommandFailure('--to: say where to move the database.', exitCodes.usage);
  const url = to === '-' ? await readSecret('--to -') : to;
  if (/^postgres(?:ql)?:\/\/./.test(url)) return url;
  throw new CommandFailure(
    '--to: takes an address postgres://…, or - to read it from stdin.',
    exitCodes.usage,
  );
}

async function move(source: Database, url: string, output: Output): Promise<Omit<Moved, 'ledger'>> {
  const moved = await withSnapshot(source, (snapshot) =>
    withEmptyTarget(url, snapshot, async (target) => {
      const counts = new Map<string, number>();
      const tables = snapshot.tables.map((table) => toLoaded(snapshot, table, { counts, output }));
      await loadTables(target, tables, snapshot.sequences);
      return { tables: tables.length, rows: [...counts.values()].reduce((sum, rows) => sum + rows, 0) };
    }),
  );
  await migrateDatabase(url);
  return moved;
}

interface Progress {
  counts: Map<string, number>;
  output: Output;
}

/** A table that is read as it is written; how many rows there were is known when it has been read. */
function toLoaded(
  snapshot: Snapshot,
  table: Snapshot['tables'][number],
  { counts, output }: Progress,
): LoadedTable {
  return {
    ...table,
    rows: () => counts.get(table.table) ?? -1,
    open: () => {
      output.note(`Moving ${table.table} …`);
      const rows = new PassThrough();
      // A failure ends the stream with its error, which is where it is told of.
      writeTable(snapshot, table, rows).then(
        (count) => counts.set(table.table, count),
        (error: Error) => rows.destroy(error),
      );
      return rows;
    },
  };
}

interface Surroundings {
  secretKeyFile: string | undefined;
  config: Config;
  output: Output;
}

function tell({ tables, rows, ledger }: Moved, { secretKeyFile, config, output }: Surroundings): number {
  const { faults } = ledger;
  const key =
    secretKeyFile === undefined
      ? 'MODELGATE_SECRET_KEY   as it is now'
      : `MODELGATE_SECRET_KEY_FILE=${secretKeyFile}   (or its content in MODELGATE_SECRET_KEY)`;
  output.result({ tables, rows, ledger, secret_key_file: secretKeyFile ?? null }, () => [
    `Moved ${counted(rows, 'row')} of ${counted(tables, 'table')}; every table has as many rows there as here.`,
    faults.length === 0
      ? `The ledger is right there: ${counted(ledger.transactions, 'transaction')}.`
      : `The ledger has ${counted(faults.length, 'difference')}, as it has here: see "modelgate ledger verify".`,
    '',
    'Set these before the next start:',
    '  DATABASE_URL           the address that was given as --to',
    `  ${key}`,
    `  MODELGATE_DATA_DIR=${config.dataDir}   (generated files and usage that is not stored yet stay there)`,
    'The embedded database stays as it was, and is used again where DATABASE_URL is not set.',
  ]);
  return faults.length === 0 ? exitCodes.success : exitCodes.failure;
}
