import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Config, readEnvironment } from '#config';
import { migrateDatabase } from '#database';
import { type LedgerReport, verifyLedger } from '#metering';
import { type SecretBox, fingerprintKey } from '#secrets';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { formatCount } from '../frame/format.js';
import { type Output } from '../frame/output.js';
import { loadConfigOrFail, openInstallationSecretBox } from '../installation-config.js';
import { onDatabaseAt, withDatabase } from '../with-database.js';
import { openPacked, requirePlainFiles, requireUnchanged } from './checked-files.js';
import { type Manifest, readManifest } from './manifest.js';
import { checkFiles, restoreFiles } from './outside-files.js';
import { loadTables, withEmptyTarget } from './restore-target.js';

/** Restores a backup to an empty installation. Returns the exit code. */
export async function restoreBackup(path: string, output: Output): Promise<number> {
  const folder = resolve(path);
  const manifest = readManifest(folder);
  const config = loadConfigOrFail(readEnvironment());
  requireKeyGiven(config);
  output.note('Checking the backup …');
  await requirePlainFiles(folder);
  for (const file of [...manifest.tables, manifest.files]) await requireUnchanged(folder, file);
  await checkFiles(folder, manifest.files);
  const messages = { print: (line: string) => output.note(line), onStop: 'Finishing before stopping …' };
  return withDatabase(config, messages, async (url) => {
    const { config: configWithKey, secretBox } = openInstallationSecretBox(config);
    requireKeys(manifest, secretBox);
    const applied = await fill({ folder, manifest, config: configWithKey, url }, output);
    const ledger = await onDatabaseAt(url, verifyLedger);
    return report({ manifest, applied, ledger }, output);
  });
}

interface Restoration {
  folder: string;
  manifest: Manifest;
  config: Config;
  url: string;
}

/**
 * Restores files first: until the rows are restored, nothing refers to them, and a failed restore can be repeated. Returns
 * the migrations that are newer than the backup.
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

/** Throws if there is no key: a new one would be generated, which cannot decrypt the backup. */
function requireKeyGiven({ database, secretKey, dataDir }: Config): void {
  const path = join(dataDir, 'secret.key');
  if (database.kind !== 'embedded' || secretKey !== undefined || existsSync(path)) return;
  throw new CommandFailure(
    `The secret key is missing. Put the original key into ${path}, or set MODELGATE_SECRET_KEY_FILE.`,
    exitCodes.config,
  );
}

function requireKeys({ keyFingerprints }: Manifest, { keys }: SecretBox): void {
  const given = keys.all().map((key) => fingerprintKey(key));
  const missing = keyFingerprints.filter((fingerprint) => !given.includes(fingerprint));
  if (missing.length === 0) return;
  throw new CommandFailure(
    `The backup requires the secret key ${missing.join(', ')}, but MODELGATE_SECRET_KEY contains ${given.join(', ')}. Nothing was restored.`,
    exitCodes.config,
  );
}

interface Outcome {
  manifest: Manifest;
  applied: string[];
  ledger: LedgerReport;
}

function report({ manifest, applied, ledger }: Outcome, output: Output): number {
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
    `Restored ${formatCount(rows, 'row')} of ${formatCount(manifest.tables.length, 'table')} and ${formatCount(manifest.files.count, 'file')}, as of ${manifest.createdAt}.`,
    ...(applied.length === 0
      ? []
      : [
          `It was created by version ${manifest.version}: ${formatCount(applied.length, 'migration')} applied.`,
        ]),
    faults.length === 0
      ? `The ledger is correct: ${formatCount(ledger.transactions, 'transaction')}.`
      : `The ledger has ${formatCount(faults.length, 'difference')}, as in the backup: see "modelgate ledger verify".`,
  ]);
  return faults.length === 0 ? exitCodes.success : exitCodes.failure;
}
