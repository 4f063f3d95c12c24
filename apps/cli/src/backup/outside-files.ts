import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  copyMedia,
  createMediaPlaces,
  getMediaFileName,
  type MediaName,
  type MediaPlace,
  parseMediaName,
} from '#media';
import { type Config } from '#config';
import { HttpTransport } from '#egress';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { changedFile } from './checked-files.js';
import { FILE_LIST, MEDIA_FOLDER, isListedFile } from './contents.js';
import { readFileList } from './file-list.js';
import { type CheckedFile, type Manifest } from './manifest.js';

/** Copies spools of the data folder. */
export async function copySpools(
  dataDir: string,
  folder: string,
  names: readonly string[],
): Promise<CheckedFile[]> {
  const copied: CheckedFile[] = [];
  for (const name of names) {
    for await (const path of listFiles(join(dataDir, name))) {
      const file = `${name}/${path}`;
      if (!isListedFile(file, 0)) continue;
      const content = await readFile(join(dataDir, file)).catch(ignoreAbsence);
      // The file was stored in the database meanwhile, or replaced by the next one.
      if (content === undefined) continue;
      await mkdir(dirname(join(folder, file)), { recursive: true, mode: 0o700 });
      await writeFile(join(folder, file), content, { mode: 0o600, flush: true });
      copied.push({
        file,
        bytes: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
      });
    }
  }
  return copied;
}

/** Copies all generated files from the folder and the bucket. Files that are deleted meanwhile are left out. */
export async function* copyMediaOut(
  config: Config,
  folder: string,
  onCopied: (from: MediaPlace['kind']) => void,
): AsyncGenerator<CheckedFile> {
  const http = new HttpTransport();
  try {
    const to = getBackupMedia(folder);
    for (const from of createMediaPlaces({ config, transport: http.send })) {
      for await (const name of from.list()) {
        const fileName = getMediaFileName(name);
        // The file is already copied: it was moved from the folder to the bucket, or back, meanwhile.
        if ((await to.open(name)) !== undefined) continue;
        const copied = await copyMedia(name, from, to);
        if (copied === undefined) continue;
        onCopied(from.kind);
        yield { file: `${MEDIA_FOLDER}/${fileName}`, bytes: copied.sizeBytes, sha256: copied.sha256 };
      }
    }
  } finally {
    await http.close();
  }
}

/** Throws if the list names an invalid file, or one that does not exist with its size. Writes nothing. */
export async function checkFiles(folder: string, { count }: Manifest['files']): Promise<void> {
  const backup = getBackupMedia(folder);
  let listed = 0;
  for await (const { file, bytes } of readFileList(folder)) {
    if ((await findSize(folder, backup, file)) !== bytes) throw changedFile(folder, file);
    listed += 1;
  }
  if (listed === count) return;
  throw new CommandFailure(`${FILE_LIST} lists ${listed} files, the manifest ${count}.`, exitCodes.failure);
}

async function findSize(folder: string, backup: MediaPlace, file: string): Promise<number | undefined> {
  const name = findMediaName(file);
  if (name !== undefined) return (await backup.open(name))?.sizeBytes;
  return (await stat(join(folder, file)).catch(ignoreAbsence))?.size;
}

/** Restores all files of the list to the data folder or the bucket. */
export async function restoreFiles(config: Config, folder: string): Promise<void> {
  const http = new HttpTransport();
  try {
    const [to] = createMediaPlaces({ config, transport: http.send });
    const from = getBackupMedia(folder);
    for await (const entry of readFileList(folder)) {
      const name = findMediaName(entry.file);
      if (name === undefined) await restoreSpool(config.dataDir, folder, entry);
      else await restoreMedia(folder, entry, { name, from, to });
    }
  } finally {
    await http.close();
  }
}

function findMediaName(file: string): MediaName | undefined {
  const [folder, name = ''] = file.split('/');
  return folder === MEDIA_FOLDER ? parseMediaName(name) : undefined;
}

async function restoreMedia(
  folder: string,
  entry: CheckedFile,
  { name, from, to }: { name: MediaName; from: MediaPlace; to: MediaPlace },
): Promise<void> {
  const copied = await copyMedia(name, from, to);
  if (copied?.sha256 === entry.sha256 && copied.sizeBytes === entry.bytes) return;
  if (copied !== undefined) await to.delete(name);
  throw changedFile(folder, entry.file);
}

async function restoreSpool(dataDir: string, folder: string, { file, sha256 }: CheckedFile): Promise<void> {
  const content = await readFile(join(folder, file)).catch(ignoreAbsence);
  if (content === undefined || createHash('sha256').update(content).digest('hex') !== sha256)
    throw changedFile(folder, file);
  const path = join(dataDir, file);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(`${path}.part`, content, { mode: 0o600, flush: true });
  await rename(`${path}.part`, path);
}

/** The media folder of a backup, which has the same structure as that of a data folder. */
function getBackupMedia(folder: string): MediaPlace {
  const [media] = createMediaPlaces({
    config: { dataDir: folder, file: undefined },
    transport: () => Promise.reject(new Error('a backup is a folder')),
  });
  return media;
}

async function* listFiles(folder: string): AsyncGenerator<string> {
  if (!existsSync(folder)) return;
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    yield join(entry.parentPath.slice(folder.length), entry.name).replace(/^\//, '');
  }
}

function ignoreAbsence(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
