import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Config, readEnvironment } from '#config';
import { migrateDatabase } from '#database';
import { type LedgerReport, verifyLedger } from '#metering';
import { type SecretBox, fingerprintKey } from '#secrets';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { counted } from '../frame/format.js';
import { type Output } from '../frame/output.js';
import { loadConfigOrFail, openOwnSecretBox } from '../installation-config.js';
import { onDatabaseAt, withDatabase } from '../with-database.js';
import { openPacked, requirePlainFiles, requireUnchanged } from './checked-files.js';
import { type Manifest, readManifest } from './manifest.js';
import { checkFiles, restoreFiles } from './outside-files.js';
import { loadTables, withEmptyTarget } from './target.repository.js';

/** Fills an empty installation with a backup, and answers the exit code. */
export async function restoreBackup(where: string, output: Output): Promise<number> {
  const folder = resolve(where);
  const manifest = readManifest(folder);
  const config = loadConfigOrFail(readEnvironment());
  requireKeyGiven(config);
  output.note('Checking the backup …');
  await requirePlainFiles(folder);
  for (const file of [...manifest.tables, manifest.files]) await requireUnchanged(folder, file);
  await checkFiles(folder, manifest.files);
  const talk = { print: (line: string) => output.note(line), onStop: 'Finishing first …' };
  return withDatabase(config, talk, async (url) => {
    const { config: keyed, secretBox } = openOwnSecretBox(config);
    requireKeys(manifest, secretBox);
    const applied = await fill({ folder, manifest, config: keyed, url }, output);
    const report = await onDatabaseAt(url, verifyLedger);
    return tell({ manifest, applied, ledger: report }, output);
  });
}

interface Restoration {
  folder: string;
  manifest: Manifest;
  config: Config;
  url: string;
}

/**
 * Files first: until the rows are there, nothing refers to them, and it can all be done again. Answers the changes of the
 * schema that came after the version which wrote the backup.
 */
async function fill({ folder, manifest, config, url }: Restoration, output: Output): Promise<string[]> {
  await withEmptyTarget(url, manifest, async (target) => {
    output.note('Restoring files …');
    await restoreFiles(config, folder);
    output.note('Restoring the database …');
    const tables = manifest.tables.map(({ table, columns, rows, file }) => ({
      table,
      columns,
      rows: () => rows,
      open: () => openPacked(folder, file),
    }));
    await loadTables(target, tables, manifest.sequences);
  });
  return (await migrateDatabase(url)).applied;
}

/** Otherwise a new key would be made, which opens nothing. */
function requireKeyGiven({ database, secretKey, dataDir }: Config): void {
  const path = join(dataDir, 'secret.key');
  if (database.kind !== 'embedded' || secretKey !== undefined || existsSync(path)) return;
  throw new CommandFailure(
    `The secret key is missing: put the one that was in use into ${path}, or name it in MODELGATE_SECRET_KEY_FILE.`,
    exitCodes.config,
  );
}

function requireKeys({ keyFingerprints }: Manifest, { keys }: SecretBox): void {
  const given = keys.all().map((key) => fingerprintKey(key));
  const missing = keyFingerprints.filter((fingerprint) => !given.includes(fingerprint));
  if (missing.length === 0) return;
  throw new CommandFailure(
    `The backup needs the secret key ${missing.join(', ')}; MODELGATE_SECRET_KEY has ${given.join(', ')}. Nothing was restored.`,
    exitCodes.config,
  );
}

interface Outcome {
  manifest: Manifest;
  applied: string[];
  ledger: LedgerReport;
}

function tell({ manifest, applied, ledger }: Outcome, output: Output): number {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const { faults } = ledger;
  const result = {
    created_at: manifest.createdAt,
    tables: manifest.tables.length,
    rows,
    files: manifest.files.count,
    schema_changes: applied,
    ledger,
  };
  output.result(result, () => [
    `Restored ${counted(rows, 'row')} of ${counted(manifest.tables.length, 'table')} and ${counted(manifest.files.count, 'file')}, as of ${manifest.createdAt}.`,
    ...(applied.length === 0
      ? []
      : [
          `It was of version ${manifest.version}: brought up to date by ${counted(applied.length, 'change')} of the schema.`,
        ]),
    faults.length === 0
      ? `The ledger is right: ${counted(ledger.transactions, 'transaction')}.`
      : `The ledger has ${counted(faults.length, 'difference')}, as it had in the backup: see "modelgate ledger verify".`,
  ]);
  return faults.length === 0 ? exitCodes.success : exitCodes.failure;
}
