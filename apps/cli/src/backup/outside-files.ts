import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { copyMedia, createMediaPlaces, getMediaFileName, type MediaPlace, parseMediaName } from '#media';
import { type Config } from '#config';
import { HttpTransport } from '#egress';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { changedFile } from './checked-files.js';
import { type CheckedFile, isSafePath } from './manifest.js';

/**
 * Folders of the data folder that hold what the database has not been told yet: requests that were paid for, and the ids
 * of videos in the making.
 */
const WAITING_FOLDERS = ['usage', 'submitted'] as const;

const MAX_LINE = 4_096;

/** Copies what waits in the data folder. It is little: it takes milliseconds. */
export async function copyWaiting(dataDir: string, folder: string): Promise<CheckedFile[]> {
  const copied: CheckedFile[] = [];
  for (const name of WAITING_FOLDERS) {
    for await (const path of listFiles(join(dataDir, name))) {
      const file = `${name}/${path}`;
      if (!isSafePath(file)) continue;
      const content = await readFile(join(dataDir, file)).catch(ignoreAbsence);
      // Stored meanwhile, or a file that the next one has replaced.
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

/** Copies every generated file, wherever it is, and says where. Those that are deleted meanwhile are left out. */
export async function* copyMediaOut(
  config: Config,
  folder: string,
  onCopied: (from: MediaPlace['kind']) => void,
): AsyncGenerator<CheckedFile> {
  const http = new HttpTransport();
  try {
    const to = getBackupPlace(folder);
    for (const from of createMediaPlaces({ config, transport: http.send })) {
      for await (const name of from.list()) {
        const fileName = getMediaFileName(name);
        // It was moved from one place to the other while they were looked at.
        if ((await to.open(name)) !== undefined) continue;
        const copied = await copyMedia(name, from, to);
        if (copied === undefined) continue;
        onCopied(from.kind);
        yield { file: `media/${fileName}`, bytes: copied.sizeBytes, sha256: copied.sha256 };
      }
    }
  } finally {
    await http.close();
  }
}

/** One line for each file, so that no list of them is ever in memory. */
export function toLines(
  waiting: readonly CheckedFile[],
  media: AsyncIterable<CheckedFile>,
  onFile: () => void,
): Readable {
  async function* lines(): AsyncGenerator<string> {
    for (const file of waiting) {
      onFile();
      yield `${JSON.stringify(file)}\n`;
    }
    for await (const file of media) {
      onFile();
      yield `${JSON.stringify(file)}\n`;
    }
  }
  return Readable.from(lines(), { objectMode: false });
}

/** Puts every file of the list where the gateway looks for it. Answers how many there were. */
export async function restoreFiles(config: Config, folder: string, list: CheckedFile): Promise<number> {
  const http = new HttpTransport();
  let count = 0;
  try {
    const [to] = createMediaPlaces({ config, transport: http.send });
    const from = getBackupPlace(folder);
    const lines = createInterface({ input: createReadStream(join(folder, list.file)), crlfDelay: Infinity });
    for await (const line of lines) {
      const entry = readEntry(folder, list.file, line);
      const [kind, name = ''] = entry.file.split('/');
      if (kind === 'media') await restoreMedia(folder, entry, { name, from, to });
      else await restoreWaiting(config.dataDir, folder, entry);
      count += 1;
    }
    return count;
  } finally {
    await http.close();
  }
}

function readEntry(folder: string, list: string, line: string): CheckedFile {
  const entry = line.length > MAX_LINE ? undefined : (JSON.parse(line) as CheckedFile);
  if (entry !== undefined && isSafePath(entry.file)) return entry;
  throw new CommandFailure(
    `${join(folder, list)} names a file that cannot be one of a backup.`,
    exitCodes.failure,
  );
}

async function restoreMedia(
  folder: string,
  entry: CheckedFile,
  { name, from, to }: { name: string; from: MediaPlace; to: MediaPlace },
): Promise<void> {
  const mediaName = parseMediaName(name);
  const copied = mediaName && (await copyMedia(mediaName, from, to));
  if (copied?.sha256 === entry.sha256 && copied.sizeBytes === entry.bytes) return;
  if (mediaName !== undefined && copied !== undefined) await to.delete(mediaName);
  throw changedFile(folder, entry.file);
}

async function restoreWaiting(dataDir: string, folder: string, { file, sha256 }: CheckedFile): Promise<void> {
  const content = await readFile(join(folder, file)).catch(ignoreAbsence);
  if (content === undefined || createHash('sha256').update(content).digest('hex') !== sha256)
    throw changedFile(folder, file);
  const path = join(dataDir, file);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(`${path}.part`, content, { mode: 0o600, flush: true });
  await rename(`${path}.part`, path);
}

/** A backup keeps generated files in the same way as a data folder does. */
function getBackupPlace(folder: string): MediaPlace {
  const [place] = createMediaPlaces({
    config: { dataDir: folder, file: undefined },
    transport: () => Promise.reject(new Error('a backup is a folder')),
  });
  return place;
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
