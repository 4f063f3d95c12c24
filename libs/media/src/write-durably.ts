import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Marks a file that is still being written, or was when the process died. */
export const UNFINISHED_SUFFIX = '.part';

/**
 * Writes a file that is whole and on the disk when this resolves. Until then it has another name in the same folder,
 * so whenever the process or the machine dies, the real name stands for all of the file or for nothing.
 */
export async function writeDurably(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const folder = dirname(path);
  const unfinished = path + UNFINISHED_SUFFIX;
  const isNewFolder = (await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined;
  try {
    await writeAndSync(unfinished, chunks);
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await syncFolder(folder);
  if (isNewFolder) await syncFolder(dirname(folder));
}

async function writeAndSync(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await writeFile(file, chunks);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A name is an entry of its folder, which is written to the disk separately. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
