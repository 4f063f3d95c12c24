import { SchemaMismatch, compareColumns, createDataSource, migrateDatabase, readColumns } from '#database';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestDatabase, createEmptyDatabase, createTestDatabase } from '../harness/index.js';
import { describeSchema } from './describe-schema.js';
import { RELEASE_COMMITS, listReleases, loadRelease } from './releases.js';

const MENDING = 'MendEditedMigrations1763164800300';

describe('a database of an earlier release', () => {
  let expected: string[];

  beforeAll(async () => {
    const fresh = await createTestDatabase();
    expected = await describeSchema(fresh);
    await fresh.drop();
    expect(expected.length).toBeGreaterThan(500);
  });

  it('has a commit, from which its programs can be built', () => {
    const hash: unknown = expect.stringMatching(/^[0-9a-f]{40}$/);
    expect(RELEASE_COMMITS).toEqual(Object.fromEntries(listReleases().map((release) => [release, hash])));
  });

  it.each(listReleases())('of %s has the schema of a new one once it is migrated', async (release) => {
    const database = await createEmptyDatabase();
    await loadRelease(database.url, release);
    const before = await countRows(database);
    expect(Object.entries(before).filter(([, count]) => count === 0)).toEqual([]);
    const { applied } = await migrateDatabase(database.url);
    expect(applied).toContain(MENDING);
    expect(await describeSchema(database)).toEqual(expected);
    expect(await countRows(database)).toMatchObject(getKept(before));
    expect((await migrateDatabase(database.url)).applied).toEqual([]);
    await database.drop();
  });

  it('still has everything that the newest release uses once it is migrated', async () => {
    const database = await createEmptyDatabase();
    await loadRelease(database.url, listReleases().at(-1) ?? '');
    const dataSource = await createDataSource({ url: database.url, entities: [], poolSize: 1 }).initialize();
    const released = await readColumns(dataSource);
    await migrateDatabase(database.url);
    expect(compareColumns(released, await readColumns(dataSource))).toEqual([]);
    await dataSource.query('ALTER TABLE tokens DROP COLUMN rpm');
    expect(compareColumns(released, await readColumns(dataSource))).toEqual([
      'table tokens: column rpm is missing',
    ]);
    await dataSource.destroy();
    await database.drop();
  });

  it('gets the key of stored responses that the first version lacked', async () => {
    const database = await createTestDatabase();
    // The tables of items refer to the key, and were added later.
    await database.query(`
      DROP TABLE stored_response_items, stored_response_item_groups;
      ALTER TABLE stored_responses DROP CONSTRAINT stored_responses_pkey, ADD PRIMARY KEY (id)`);
    const undone = [MENDING, 'StoreResponseItems1763164800310', 'GroupResponseItems1763164800460'];
    await database.query('DELETE FROM migrations WHERE name = ANY($1)', [undone]);
    expect((await migrateDatabase(database.url)).applied).toEqual(undone);
    expect(await describeSchema(database)).toEqual(expected);
    await database.drop();
  });
});

describe('migrating', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(() => database.drop());

  it('fails if all migrations are applied but a column is missing, and names the column', async () => {
    await database.query('ALTER TABLE usage_charges RENAME COLUMN spool_owner TO holder');
    const migrating = migrateDatabase(database.url);
    await expect(migrating).rejects.toThrow(SchemaMismatch);
    await expect(migrating).rejects.toThrow(
      'table usage_charges: column spool_owner is missing, column holder requires a value',
    );
  });
});

/** The keys of videos have moved to the table of all keys; the list of migrations is longer. */
function getKept({ idempotency_records: moved = 0, idempotency_keys: keys = 0, ...kept }: Counts): Counts {
  const { migrations: _, ...others } = kept;
  return { ...others, idempotency_keys: keys + moved };
}

type Counts = Record<string, number>;

async function countRows(database: TestDatabase): Promise<Counts> {
  const tables = await database.query(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
     AND relkind IN ('r', 'p') AND NOT relispartition`,
  );
  const counts: Counts = {};
  for (const { name } of tables) {
    const [row] = await database.query(`SELECT count(*)::int AS count FROM ${String(name)}`);
    counts[String(name)] = Number(row?.['count']);
  }
  return counts;
}
