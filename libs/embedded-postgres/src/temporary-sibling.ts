import { randomBytes } from 'node:crypto';
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isAlive } from './process-identity.js';

const inTheMakingHere = new Set<string>();

/** A name beside `path` for something in the making. It carries our pid, so that leftovers can be told apart. */
export function temporarySibling(path: string): string {
  const temporary = `${path}.making-${process.pid}-${randomBytes(6).toString('hex')}`;
  inTheMakingHere.add(temporary);
  return temporary;
}

/**
 * Removes a temporary by moving it out of the way first: a process still filling it then fails,
 * instead of putting a half-deleted folder in its final place.
 */
export function discard(temporary: string): void {
  inTheMakingHere.delete(temporary);
  const doomed = join(dirname(temporary), basename(temporary).replace(/\.making-\d+-/, '.discarded-'));
  try {
    renameSync(temporary, doomed);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  remove(doomed);
}

/** Removes what killed runs left beside `path`, but not what a live one is making right now. */
export function discardLeftovers(path: string): void {
  const name = basename(path);
  for (const entry of readdirSync(dirname(path))) {
    const sibling = join(dirname(path), entry);
    if (entry.startsWith(`${name}.discarded-`)) remove(sibling);
    if (entry.startsWith(`${name}.making-`) && !isInTheMaking(sibling)) discard(sibling);
  }
}

function isInTheMaking(temporary: string): boolean {
  const makerPid = Number(/\.making-(\d+)-\w+$/.exec(temporary)?.[1]);
  // In a container each run tends to have the same pid, so our own one in a name proves nothing.
  return makerPid === process.pid ? inTheMakingHere.has(temporary) : isAlive(makerPid);
}

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  } catch {
    // An initdb orphaned by a kill may still be writing in there: the next start removes what is left.
  }
}
