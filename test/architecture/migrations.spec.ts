import { type Database, createDataSource } from '#database';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type TestDatabase, createEmptyDatabase } from '../harness/index.js';

/**
 * Migrations that remove what the previous version may still use, with the reason why that is safe. Add one here only
 * after a release whose code no longer uses it (CONTRIBUTING.md, "Recipe: a migration").
 */
const CONTRACTIONS: Readonly<Record<string, string>> = {
  'OneTableOfKeys1763164800051 drops the table idempotency_records':
    'Only releases up to 2026-11-15 use it, which are stopped before an upgrade (docs/operations.md).',
};

/** From this migration on, an index on an existing table is built concurrently. */
const FIRST_CONCURRENT = 1_763_164_800_200;

interface Column {
  type: string;
  /** Whether a row can be inserted without a value for it. */
  isOptional: boolean;
}

type Schema = Map<string, Map<string, Column>>;

describe('a migration', () => {
  let database: TestDatabase;
  let dataSource: Database;

  beforeAll(async () => {
    database = await createEmptyDatabase();
    dataSource = await createDataSource({ url: database.url, entities: [], poolSize: 1 }).initialize();
  });

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it('removes nothing that the previous version may still use, and requires nothing new of it', async () => {
    const broken: string[] = [];
    const blocking: string[] = [];
    let before = await readSchema(dataSource);
    for (const migration of dataSource.migrations) {
      const runner = dataSource.createQueryRunner();
      const statements = jest.spyOn(runner, 'query');
      await migration.up(runner);
      await runner.release();
      const after = await readSchema(dataSource);
      const name = migration.name ?? migration.constructor.name;
      const isHeld = Number(name.slice(-13)) >= FIRST_CONCURRENT;
      const indexed = isHeld ? findPlainIndexes(statements.mock.calls.map(([sql]) => sql)) : [];
      for (const table of indexed.filter((each) => before.has(each))) blocking.push(`${name} on ${table}`);
      broken.push(...findBroken(before, after).map((what) => `${name} ${what}`));
      before = after;
    }
    expect(before.size).toBeGreaterThan(20);
    expect(broken.toSorted()).toEqual(Object.keys(CONTRACTIONS).toSorted());
    expect(blocking).toEqual([]);
  });

  it('is reported if it does', async () => {
    const before = await readSchema(dataSource);
    await dataSource.query(`
      ALTER TABLE owners RENAME COLUMN rpm TO requests_per_minute;
      ALTER TABLE owners ADD COLUMN region text NOT NULL;
      ALTER TABLE owners ADD COLUMN note text;
      ALTER TABLE owners ALTER COLUMN tpm TYPE bigint;
      ALTER TABLE owners ALTER COLUMN budget SET NOT NULL;
      DROP TABLE cached_answers;
    `);
    expect(
      findPlainIndexes(['CREATE UNIQUE INDEX a ON owners (rpm); CREATE INDEX CONCURRENTLY b ON tokens (id)']),
    ).toEqual(['owners']);
    expect(findBroken(before, await readSchema(dataSource)).toSorted()).toEqual([
      'adds owners.region, which every new row needs',
      'asks for owners.budget in every new row',
      'changes the type of owners.tpm from integer to bigint',
      'drops owners.rpm',
      'drops the table cached_answers',
    ]);
  });
});

/** The tables on which statements build indexes that block writers. */
function findPlainIndexes(statements: readonly string[]): string[] {
  const pattern = /CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)\w+ ON (\w+)/g;
  return statements.flatMap((sql) => [...sql.matchAll(pattern)].map(([, table = '']) => table));
}

function findBroken(before: Schema, after: Schema): string[] {
  return [...before].flatMap(([table, columns]) => {
    const now = after.get(table);
    return now === undefined ? [`drops the table ${table}`] : findBrokenColumns(table, columns, now);
  });
}

function findBrokenColumns(
  table: string,
  before: ReadonlyMap<string, Column>,
  after: ReadonlyMap<string, Column>,
): string[] {
  const kept = [...before].flatMap(([name, column]) => {
    const now = after.get(name);
    if (now === undefined) return [`drops ${table}.${name}`];
    return [
      ...(now.type === column.type
        ? []
        : [`changes the type of ${table}.${name} from ${column.type} to ${now.type}`]),
      ...(column.isOptional && !now.isOptional ? [`asks for ${table}.${name} in every new row`] : []),
    ];
  });
  const added = [...after].flatMap(([name, { isOptional }]) =>
    before.has(name) || isOptional ? [] : [`adds ${table}.${name}, which every new row needs`],
  );
  return [...kept, ...added];
}

/** The tables of the gateway, without those that track migrations. */
async function readSchema(dataSource: Database): Promise<Schema> {
  const rows = await dataSource.query<
    { table_name: string; name: string; type: string; optional: boolean }[]
  >(`
    SELECT table_name, column_name AS name, data_type AS type,
      is_nullable = 'YES' OR column_default IS NOT NULL OR is_identity = 'YES' OR is_generated = 'ALWAYS' AS optional
    FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'migrations'`);
  const schema: Schema = new Map();
  for (const { table_name: table, name, type, optional } of rows) {
    const columns = schema.get(table) ?? new Map<string, Column>();
    schema.set(table, columns.set(name, { type, isOptional: optional }));
  }
  return schema;
}
