import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** What a file with this ending defines. If `isOnly` is set, no other file does. */
const KINDS = [
  { ending: '.repository.ts', definition: /^export (?:abstract )?class \w+Repository\b/m, isOnly: true },
  { ending: '.module.ts', definition: /^@Module\([^]*^export class \w+Module\b/m, isOnly: true },
  { ending: '.service.ts', definition: /^@Injectable\(\)\n(?:@.*\n)*export class \w+/m, isOnly: false },
];

function listSources(): string[] {
  return ['apps', 'libs'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
      .filter((path) => !/node_modules|__fixtures__/.test(path))
      .map((path) => `${folder}/${path}`),
  );
}

describe('a file', () => {
  const sources = listSources().map((path) => ({ path, source: readFileSync(join(ROOT, path), 'utf8') }));

  it.each(KINDS)('defines what its name says: $ending', ({ ending, definition, isOnly }) => {
    const wrong = sources.filter(({ path, source }) => {
      const isDefined = definition.test(source);
      return path.endsWith(ending) ? !isDefined : isOnly && isDefined;
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});
