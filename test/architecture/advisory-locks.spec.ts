import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { ADVISORY_LOCKS } from '#database';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const LOCKING = /\bpg_(?:try_)?advisory_(?:xact_)?lock\(/;
/** A lock for a single row, whose number is a hash. */
const OF_ROW = 'advisory_xact_lock(hashtextextended(';
/** It imports no library, and locks a server before the gateway's database exists there. */
const WITHOUT_DATABASE = ['libs/embedded-postgres/src/application-role.ts'];

describe('advisory locks', () => {
  it('have different numbers', () => {
    const numbers = Object.values(ADVISORY_LOCKS);
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  });

  it('have no numbers outside of their list', () => {
    const paths = ['apps', 'libs'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.ts') && !path.includes('node_modules'))
        .map((path) => `${folder}/${path}`),
    );
    const others = paths.filter((path) => {
      const source = readFileSync(join(ROOT, path), 'utf8');
      return LOCKING.test(source) && !source.includes('ADVISORY_LOCKS.') && !source.includes(OF_ROW);
    });
    expect(others).toEqual(WITHOUT_DATABASE);
  });
});
