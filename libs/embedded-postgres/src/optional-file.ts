import { readFileSync } from 'node:fs';

/** The text of a file that need not exist. Any other reason for not reading it is an error. */
export function readOptionalFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
