import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from './is-missing.js';

/** No name of a generated file, and in no folder of theirs: it is neither swept nor moved. */
const MARKER = '.modelgate-folder';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** By which a folder of generated files is known, wherever it is mounted; undefined where nobody has marked it. */
export async function readFolderMarker(folder: string): Promise<string | undefined> {
  try {
    const text = (await readFile(join(folder, MARKER), 'utf8')).trim();
    return UUID.test(text) ? text : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Marks the folder unless somebody has. Whoever comes first decides, of however many at once. */
export async function markFolder(folder: string): Promise<string> {
  const known = await readFolderMarker(folder);
  if (known !== undefined) return known;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const id = randomUUID();
  const written = join(folder, `${MARKER}.${id}`);
  try {
    await writeFile(written, `${id}\n`, { flag: 'wx', mode: 0o600 });
    await link(written, join(folder, MARKER));
    return id;
  } catch (error) {
    const marked = await readFolderMarker(folder);
    if (marked === undefined) throw error;
    return marked;
  } finally {
    await rm(written, { force: true });
  }
}
