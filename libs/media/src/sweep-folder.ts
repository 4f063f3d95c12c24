import { type Dirent } from 'node:fs';
import { opendir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from './is-missing.js';
import { type MediaName, parseMediaName } from './media-name.js';
import { UNFINISHED_SUFFIX } from './write-durably.js';

export interface SweepLimits {
  /** Files that were last written before this time are removed. */
  keepFrom: Date;
  /** The same for unfinished files. */
  keepUnfinishedFrom: Date;
}

/**
 * Removes old files of the gateway and nothing else. Returns their number. Folders are read entry by entry, so there
 * may be any number of files, and other processes may remove some of them meanwhile.
 */
export async function sweepFolder(folder: string, limits: SweepLimits): Promise<number> {
  let removed = 0;
  for await (const { path, fileName } of listFiles(folder)) {
    const keepFrom = getLimit(fileName, limits);
    if (keepFrom === undefined) continue;
    if (await removeIfOlder(path, keepFrom)) removed += 1;
  }
  return removed;
}

export async function* listFolder(folder: string): AsyncGenerator<MediaName> {
  for await (const { fileName } of listFiles(folder)) {
    const name = parseMediaName(fileName);
    if (name !== undefined) yield name;
  }
}

async function* listFiles(folder: string): AsyncGenerator<{ path: string; fileName: string }> {
  for await (const shard of listEntries(folder)) {
    if (!shard.isDirectory()) continue;
    for await (const { name } of listEntries(join(folder, shard.name))) {
      yield { path: join(folder, shard.name, name), fileName: name };
    }
  }
}

async function* listEntries(folder: string): AsyncGenerator<Dirent> {
  try {
    yield* await opendir(folder);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

function getLimit(fileName: string, { keepFrom, keepUnfinishedFrom }: SweepLimits): Date | undefined {
  if (parseMediaName(fileName) !== undefined) return keepFrom;
  const isUnfinished =
    fileName.endsWith(UNFINISHED_SUFFIX) &&
    parseMediaName(fileName.slice(0, -UNFINISHED_SUFFIX.length)) !== undefined;
  return isUnfinished ? keepUnfinishedFrom : undefined;
}

async function removeIfOlder(path: string, keepFrom: Date): Promise<boolean> {
  try {
    const { mtime } = await stat(path);
    if (mtime >= keepFrom) return false;
    await unlink(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
