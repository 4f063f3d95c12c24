import { randomBytes } from 'node:crypto';
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isAlive } from './process-identity.js';

const ownTemporaries = new Set<string>();

/** A temporary name beside `path`. It contains our pid, so that leftovers of ended processes can be identified. */
export function createTemporaryName(path: string): string {
  const temporary = `${path}.making-${process.pid}-${randomBytes(6).toString('hex')}`;
  ownTemporaries.add(temporary);
  return temporary;
}

/**
 * Renames a temporary file or folder, then removes it. A process that still writes to it then fails, instead of moving a
 * half-deleted folder to its final name.
 */
export function removeTemporary(temporary: string): void {
  ownTemporaries.delete(temporary);
  const doomed = join(dirname(temporary), basename(temporary).replace(/\.making-\d+-/, '.discarded-'));
  try {
    renameSync(temporary, doomed);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  remove(doomed);
}

/** Removes the leftovers of ended processes beside `path`, but not the files of running ones. */
export function removeLeftovers(path: string): void {
  const name = basename(path);
  for (const entry of readdirSync(dirname(path))) {
    const sibling = join(dirname(path), entry);
    if (entry.startsWith(`${name}.discarded-`)) remove(sibling);
    if (entry.startsWith(`${name}.making-`) && !isInUse(sibling)) removeTemporary(sibling);
  }
}

function isInUse(temporary: string): boolean {
  const makerPid = Number(/\.making-(\d+)-\w+$/.exec(temporary)?.[1]);
  // In a container each process often has the same pid, so a name with our pid may be from an earlier process.
  return makerPid === process.pid ? ownTemporaries.has(temporary) : isAlive(makerPid);
}

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  } catch {
    // An orphaned initdb may still write into the folder. The next start removes the rest.
  }
}
