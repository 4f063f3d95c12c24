import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;

/** Creates a folder, with its parents, that survives a power failure. */
export async function makeDurableFolder(path: string): Promise<void> {
  const made = await mkdir(path, { recursive: true, mode: OWNER_ONLY_FOLDER });
  if (made !== undefined) await syncFolder(dirname(made));
}

/** Writes a new file to the disk. Its name is only durable after `syncFolder`. */
export async function writeNewFile(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', OWNER_ONLY_FILE);
  try {
    await file.writeFile(bytes);
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** Makes the names of the files in a folder durable: the folder is written to the disk separately from the files. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
