import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '#database';

/** The suffix of a file that is being written, or was when the process died. */
export const UNFINISHED_SUFFIX = '.part';

/**
 * Writes a file that is complete and on disk when this resolves. Until then it has another name in the same folder,
 * so that after a crash the real name is either the complete file or missing.
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
