import { existsSync } from 'node:fs';

/** Relative to the built program, and to its source. */
const CANDIDATES = ['../../../web/', '../../../dist/web/'];

/** Finds the pages that the build has written. `program` is the URL of the program that serves them. */
export function findWebFolder(program: string): URL {
  const folders = CANDIDATES.map((candidate) => new URL(candidate, program));
  return (
    folders.find((folder) => existsSync(new URL('index.html', folder))) ??
    new URL(CANDIDATES[0] ?? '', program)
  );
}
