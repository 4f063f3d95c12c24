import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from './is-missing.js';

/** Not the name of a generated file, and not in one of their folders, so it is neither deleted nor moved. */
const MARKER = '.modelgate-folder';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The id that identifies a folder of generated files, wherever it is mounted; undefined if it is not marked. */
export async function readFolderMarker(folder: string): Promise<string | undefined> {
  try {
    const text = (await readFile(join(folder, MARKER), 'utf8')).trim();
    return UUID.test(text) ? text : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Marks the folder unless it is marked. If several processes do it at once, the first one wins. */
export async function markFolder(folder: string): Promise<string> {
  const existing = await readFolderMarker(folder);
  if (existing !== undefined) return existing;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const id = randomUUID();
  const temporaryPath = join(folder, `${MARKER}.${id}`);
  try {
    await writeFile(temporaryPath, `${id}\n`, { flag: 'wx', mode: 0o600 });
    await link(temporaryPath, join(folder, MARKER));
    return id;
  } catch (error) {
    const winner = await readFolderMarker(folder);
    if (winner === undefined) throw error;
    return winner;
  } finally {
    await rm(temporaryPath, { force: true });
  }
}
