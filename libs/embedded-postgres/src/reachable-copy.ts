import { chmodSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { copyFile, open, readdir, readlink, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncDirectory } from './durable-file.js';
import { removeTemporary, removeLeftovers, createTemporaryName } from './temporary-sibling.js';

/** Creates a copy of a folder, once, that everyone can read and run. Returns whether this call created it. */
export async function ensureReachableCopy(source: string, destination: string): Promise<boolean> {
  if (existsSync(destination)) return false;
  removeLeftovers(destination);
  const temporary = createTemporaryName(destination);
  try {
    await copyTree(source, temporary);
    renameSync(temporary, destination);
    syncDirectory(dirname(destination));
    return true;
  } catch (error) {
    // A concurrent process was faster, and its copy is the same.
    if (existsSync(destination)) return false;
    throw error;
  } finally {
    removeTemporary(temporary);
  }
}

async function copyTree(source: string, destination: string): Promise<void> {
  mkdirSync(destination);
  chmodSync(destination, 0o755);
  for (const entry of await readdir(source, { withFileTypes: true })) {
    const from = join(source, entry.name);
    const to = join(destination, entry.name);
    if (entry.isDirectory()) await copyTree(from, to);
    else if (entry.isSymbolicLink()) await symlink(await readlink(from), to);
    else await copyReadable(from, to);
  }
}

async function copyReadable(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  const { mode } = await stat(from);
  const file = await open(to, 'r+');
  try {
    await file.chmod(mode & 0o100 ? 0o755 : 0o644);
    // The copy is not checked again, so a power failure must not leave empty files in it.
    await file.sync();
  } finally {
    await file.close();
  }
}
