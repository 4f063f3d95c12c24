import { existsSync, symlinkSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { readOptionalFile } from './optional-file.js';

/**
 * Creates the symbolic links between library versions, which an npm package cannot contain. The install script of the
 * platform package also does this, but npm runs no install scripts in this checkout.
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
    throw new Error(`The PostgreSQL library ${link} is missing and cannot be linked: ${String(error)}`, {
      cause: error,
    });
  }
}
