import { readFileSync } from 'node:fs';

/** The text of a file; undefined if it does not exist. Throws other errors. */
export function readOptionalFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
