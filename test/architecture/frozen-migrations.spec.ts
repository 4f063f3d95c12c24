import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { EXPECTED_COLUMNS, createDataSource, readColumns, writeColumns } from '#database';
import { describe, expect, it } from '@jest/globals';
import { createTestDatabase } from '../harness/index.js';

const FOLDER = fileURLToPath(new URL('../../libs/database/src/migrations/', import.meta.url));

const EDITED =
  'was edited: databases that it was applied to keep what it did before. Take the edit back, and add a migration';
const NEW = 'has no hash yet: run "npm run migrations:record"';
const REMOVED =
  'is gone: databases that it was applied to are refused as those of a newer version. Bring it back';

/** The faults of the migrations, by file. */
function findFaults(files: ReadonlyMap<string, string>, frozen: Readonly<Record<string, string>>): string[] {
  const present = [...files].flatMap(([file, text]) => {
    if (frozen[file] === undefined) return [`${file} ${NEW}`];
    const hash = createHash('sha256').update(text).digest('hex');
    return hash === frozen[file] ? [] : [`${file} ${EDITED}`];
  });
  const gone = Object.keys(frozen).filter((file) => !files.has(file));
  return [...present, ...gone.map((file) => `${file} ${REMOVED}`)];
}

describe('the migrations', () => {
  const names = readdirSync(FOLDER).filter((file) => /^(?:\d{13}-.*|build-index)\.ts$/.test(file));
  const files = new Map(names.map((file) => [file, readFileSync(FOLDER + file, 'utf8')]));
  const frozen = JSON.parse(readFileSync(`${FOLDER}frozen.json`, 'utf8')) as Record<string, string>;

  it('are unchanged since they were added', () => {
    expect(files.size).toBeGreaterThan(50);
    expect(findFaults(files, frozen)).toEqual([]);
  });

  it('are reported if one is edited, new or missing', () => {
    const [first = '', second = ''] = names;
    const changed = new Map(files).set(first, `${files.get(first) ?? ''}\n`).set('1-new.ts', '');
    changed.delete(second);
    expect(findFaults(changed, frozen)).toEqual([
      `${first} ${EDITED}`,
      `1-new.ts ${NEW}`,
      `${second} ${REMOVED}`,
    ]);
  });

  it('are all in the list that is applied', () => {
    const list = readFileSync(`${FOLDER}index.ts`, 'utf8');
    const migrations = names.filter((file) => file !== 'build-index.ts');
    expect(migrations.filter((file) => !list.includes(`from './${file.replace(/ts$/, 'js')}'`))).toEqual([]);
  });

  it('create the columns that every process expects ("npm run migrations:record" writes them)', async () => {
    const database = await createTestDatabase();
    const dataSource = await createDataSource({ url: database.url, entities: [], poolSize: 1 }).initialize();
    const columns = writeColumns(await readColumns(dataSource));
    await dataSource.destroy();
    await database.drop();
    expect(columns.split('\n')).toEqual(EXPECTED_COLUMNS.trimStart().split('\n'));
  });
});
