import { closeSync, fsyncSync, linkSync, openSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { removeTemporary, removeLeftovers, createTemporaryName } from './temporary-sibling.js';

/**
 * Creates a file that only we can read, atomically and durably. An existing file is not changed, also if a concurrent
 * process creates it.
 */
export function createFileOnce(path: string, content: string): void {
  removeLeftovers(path);
  const temporary = createTemporaryName(path);
  try {
    writeDurably(temporary, content);
    // Unlike a rename, a link never replaces a file that another process created meanwhile.
    linkSync(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    removeTemporary(temporary);
  }
  syncDirectory(dirname(path));
}

export function syncDirectory(directory: string): void {
  const descriptor = openSync(directory, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function writeDurably(path: string, content: string): void {
  const descriptor = openSync(path, 'wx', 0o600);
  try {
    writeFileSync(descriptor, content);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
