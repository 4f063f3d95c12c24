import { closeSync, fsyncSync, linkSync, openSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { discard, discardLeftovers, temporarySibling } from './temporary-sibling.js';

/**
 * Creates a file for our eyes only, whole and on disk or not at all.
 * Where it exists already, perhaps since a moment ago, it is left as it is.
 */
export function createFileOnce(path: string, content: string): void {
  discardLeftovers(path);
  const temporary = temporarySibling(path);
  try {
    writeDurably(temporary, content);
    // A link, unlike a rename, never replaces the file of someone who was faster.
    linkSync(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    discard(temporary);
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
