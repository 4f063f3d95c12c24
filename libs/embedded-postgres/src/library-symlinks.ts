import { existsSync, symlinkSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { readOptionalFile } from './optional-file.js';

/**
 * Makes the links between library versions that a package cannot contain. The platform package has an
 * install script for it, which npm may have been told not to run.
 */
export function hydrateSymlinks(nativeDir: string): string {
  const list = readOptionalFile(join(nativeDir, 'pg-symlinks.json')) ?? '[]';
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(nativeDir, relative('native', target));
    if (!existsSync(link)) createLink(basename(source), link);
  }
  return nativeDir;
}

function createLink(target: string, link: string): void {
  try {
    symlinkSync(target, link);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw new Error(`PostgreSQL lacks the library ${link}, and it cannot be linked there: ${String(error)}`, {
      cause: error,
    });
  }
}
