import { existsSync } from 'node:fs';

/** From the built program, and from its source. */
const PLACES = ['../../../web/', '../../../dist/web/'];

/** Where the build put the pages, seen from the folder of the program that serves them. */
export function webFolderFrom(program: string): URL {
  const places = PLACES.map((place) => new URL(place, program));
  return (
    places.find((place) => existsSync(new URL('index.html', place))) ?? new URL(PLACES[0] ?? '', program)
  );
}
