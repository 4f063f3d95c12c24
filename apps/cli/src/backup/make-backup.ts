import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { type Config } from '#config';
import { fingerprintKey } from '#secrets';
import { programVersion } from '#telemetry';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { formatCount } from '../frame/format.js';
import { type Output } from '../frame/output.js';
import { type OpenedStorage, withStorage } from '../with-storage.js';
import { writeChecked } from './checked-files.js';
import { DATABASE_FOLDER, FILE_LIST, OTHER_SPOOLS, RESPONSE_SPOOL, getTableFile } from './contents.js';
import { toFileList } from './file-list.js';
import { type CheckedFile, type Manifest, type TableFile, writeManifest } from './manifest.js';
import { copyMediaOut, copySpools } from './outside-files.js';
import { type CopiedTable, type Snapshot, withSnapshot, writeTable } from './snapshot.js';

const MB = 1024 * 1024;

type DatabaseFacts = Pick<Manifest, 'migrations' | 'sequences' | 'usageDays' | 'tables'>;

/** Writes all data of the gateway to a new folder. The gateway can run meanwhile. */
export async function makeBackup(path: string, output: Output): Promise<void> {
  const folder = resolve(path);
  await withStorage(
    (line) => output.note(line),
    async (storage) => {
      await makeFolder(folder);
      const { manifest, bucketFiles } = await writeAll(storage, folder, output);
      await writeManifest(folder, manifest);
      const result = summarize(folder, manifest, bucketFiles);
      output.result(result, () => describe(result, storage.config));
    },
  );
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length === 0) return;
  throw new CommandFailure(`${folder} is not empty. Choose an empty or new folder.`, exitCodes.usage);
}

async function writeAll(
  { config, dataSource, secretBox }: OpenedStorage,
  folder: string,
  output: Output,
): Promise<{ manifest: Manifest; bucketFiles: number }> {
  // Before the database: such a file is deleted when its row is stored. If both are in the backup, it is restored once.
  const spools = await copySpools(config.dataDir, folder, [RESPONSE_SPOOL]);
  const onSnapshot = async (): Promise<void> => {
    spools.push(...(await copySpools(config.dataDir, folder, OTHER_SPOOLS)));
  };
  const write = (snapshot: Snapshot): Promise<DatabaseFacts> => writeTables(snapshot, folder, output);
  const database = await withSnapshot(dataSource, write, onSnapshot);
  // After the database: a file exists before a task refers to it.
  output.note('Copying generated files …');
  let count = 0;
  let bucketFiles = 0;
  const media = copyMediaOut(config, folder, (from) => (bucketFiles += from === 's3' ? 1 : 0));
  const lines = toFileList(joinFiles(spools, media), () => (count += 1));
  const files = await writeChecked(folder, FILE_LIST, lines, { isPacked: false });
  const manifest: Manifest = {
    format: 1,
    version: programVersion(),
    createdAt: new Date().toISOString(),
    keyFingerprints: secretBox.keys.all().map((key) => fingerprintKey(key)),
    configFile: describeConfigFile(config),
    ...database,
    files: { ...files, count },
  };
  return { manifest, bucketFiles };
}

async function* joinFiles(
  spools: readonly CheckedFile[],
  media: AsyncIterable<CheckedFile>,
): AsyncGenerator<CheckedFile> {
  yield* spools;
  yield* media;
}

async function writeTables(snapshot: Snapshot, folder: string, output: Output): Promise<DatabaseFacts> {
  await mkdir(join(folder, DATABASE_FOLDER), { mode: 0o700 });
  const tables: TableFile[] = [];
  for (const table of snapshot.tables) {
    output.note(`Copying ${table.table} …`);
    tables.push(await writeTableFile(snapshot, table, folder));
  }
  const { migrations, sequences, usageDays } = snapshot;
  return { migrations, sequences, usageDays, tables };
}

async function writeTableFile(snapshot: Snapshot, table: CopiedTable, folder: string): Promise<TableFile> {
  const rows = new PassThrough();
  const [count, file] = await Promise.all([
    writeTable(snapshot, table, rows),
    writeChecked(folder, getTableFile(table.table), rows, { isPacked: true }),
  ]);
  return { ...table, rows: count, ...file };
}

function describeConfigFile({ file }: Config): Manifest['configFile'] {
  if (file === undefined) return null;
  return { path: file.path, sha256: createHash('sha256').update(readFileSync(file.path)).digest('hex') };
}

function summarize(folder: string, manifest: Manifest, bucketFiles: number) {
  const { tables, files } = manifest;
  return {
    folder,
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    database_bytes: tables.reduce((sum, { bytes }) => sum + bytes, 0),
    files: files.count,
    files_from_bucket: bucketFiles,
    key_fingerprint: manifest.keyFingerprints[0] ?? '',
  };
}

function describe(result: ReturnType<typeof summarize>, config: Config): string[] {
  const { folder, tables, rows, database_bytes: bytes, files, key_fingerprint: key } = result;
  const keySource = config.secretKeyFile ?? 'MODELGATE_SECRET_KEY';
  const bucket = config.file?.media?.s3?.bucket;
  return [
    `Backed up ${formatCount(rows, 'row')} of ${formatCount(tables, 'table')} (${(bytes / MB).toFixed(1)} MB) and ${formatCount(files, 'file')} to ${folder}.`,
    ...(bucket === undefined
      ? []
      : [`Of these files ${result.files_from_bucket} are copies from the bucket ${bucket}.`]),
    `The secret key ${key} is not part of the backup. Store ${keySource} elsewhere: encrypted data cannot be read without it.`,
    ...(config.file === undefined
      ? []
      : [`The config file is not part of the backup either. Store ${config.file.path}, too.`]),
  ];
}
