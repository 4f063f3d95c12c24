import { PassThrough } from 'node:stream';
import { type Config, readEnvironment } from '#config';
import { type Database, migrateDatabase } from '#database';
import { hasEmbeddedPostgres, locateEmbeddedPostgres } from '#embedded-postgres';
import { type LedgerReport, verifyLedger } from '#metering';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { formatCount } from '../frame/format.js';
import { type Output } from '../frame/output.js';
import { loadConfigOrFail, openInstallationSecretBox } from '../installation-config.js';
import { readSecret } from '../read-secret.js';
import { onDatabaseAt, withDatabase } from '../with-database.js';
import { type Snapshot, withSnapshot, writeTable } from './snapshot.js';
import { type LoadedTable, loadTables, withEmptyTarget } from './restore-target.js';

interface MoveResult {
  tables: number;
  rows: number;
  ledger: LedgerReport;
}

/** Copies the embedded database to another server, without changing it. Returns the exit code. */
export async function moveDatabase(to: string | undefined, output: Output): Promise<number> {
  const config = loadConfigOrFail(readEnvironment());
  requireStopped(config);
  const url = await readTarget(to);
  const messages = { print: (line: string) => output.note(line), onStop: 'Finishing before stopping …' };
  return withDatabase(config, messages, async (source) => {
    const { secretKeyFile } = openInstallationSecretBox(config).config;
    const moved = await onDatabaseAt(source, (database) => move(database, url, output));
    const ledger = await onDatabaseAt(url, verifyLedger);
    return report({ ...moved, ledger }, { secretKeyFile, config, output });
  });
}

function requireStopped({ database, dataDir }: Config): void {
  if (database.kind === 'url') {
    throw new CommandFailure(
      'DATABASE_URL is set, so there is no embedded database to move. Use "modelgate backup" and "modelgate restore" instead.',
      exitCodes.config,
    );
  }
  if (!hasEmbeddedPostgres(dataDir)) {
    throw new CommandFailure(`There is no embedded database in ${dataDir}.`, exitCodes.notFound);
  }
  if (locateEmbeddedPostgres(dataDir) === undefined) return;
  throw new CommandFailure(
    'The gateway is running. Stop it first, so that no data is lost.',
    exitCodes.dataFolderInUse,
  );
}

/** The URL can be read from stdin: it contains a password, and other users can see the arguments of a process. */
async function readTarget(to: string | undefined): Promise<string> {
  if (to === undefined)
    throw new CommandFailure('--to is required: the address of the target database.', exitCodes.usage);
  const url = to === '-' ? await readSecret('--to -') : to;
  if (/^postgres(?:ql)?:\/\/./.test(url)) return url;
  throw new CommandFailure('--to must be a postgres:// URL, or - to read it from stdin.', exitCodes.usage);
}

async function move(source: Database, url: string, output: Output): Promise<Omit<MoveResult, 'ledger'>> {
  const moved = await withSnapshot(source, (snapshot) =>
    withEmptyTarget(url, snapshot, async (target) => {
      const counts = new Map<string, number>();
      const tables = snapshot.tables.map((table) => toLoadedTable(snapshot, table, { counts, output }));
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

/** A table that is copied as a stream. The number of its rows is only known after it was read. */
function toLoadedTable(
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
      // A failure destroys the stream, whose reader reports the error.
      writeTable(snapshot, table, rows).then(
        (count) => counts.set(table.table, count),
        (error: Error) => rows.destroy(error),
      );
      return rows;
    },
  };
}

interface ReportOptions {
  secretKeyFile: string | undefined;
  config: Config;
  output: Output;
}

function report(
  { tables, rows, ledger }: MoveResult,
  { secretKeyFile, config, output }: ReportOptions,
): number {
  const { faults } = ledger;
  const key =
    secretKeyFile === undefined
      ? 'MODELGATE_SECRET_KEY   (unchanged)'
      : `MODELGATE_SECRET_KEY_FILE=${secretKeyFile}   (or its content in MODELGATE_SECRET_KEY)`;
  output.result({ tables, rows, ledger, secret_key_file: secretKeyFile ?? null }, () => [
    `Moved ${formatCount(rows, 'row')} of ${formatCount(tables, 'table')}; the row counts of all tables match.`,
    faults.length === 0
      ? `The ledger of the copy is correct: ${formatCount(ledger.transactions, 'transaction')}.`
      : `The ledger has ${formatCount(faults.length, 'difference')}, as in the original: see "modelgate ledger verify".`,
    '',
    'Set these before the next start:',
    '  DATABASE_URL           (the address from --to)',
    `  ${key}`,
    `  MODELGATE_DATA_DIR=${config.dataDir}   (generated files and the usage spool stay there)`,
    'The embedded database is unchanged. It is used again if DATABASE_URL is not set.',
  ]);
  return faults.length === 0 ? exitCodes.success : exitCodes.failure;
}
