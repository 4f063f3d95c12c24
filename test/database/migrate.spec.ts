import { once } from 'node:events';
import { migrateDatabase, withSetupLock, createDataSource } from '#database';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { type TestDatabase, createEmptyDatabase, createTestDatabase, eventually } from '../harness/index.js';

/** It adds a column to a table that another client may be reading. */
const MIGRATION = 'AddModelRealtime1763164800016';

const INDEX = 'ledger_transactions_by_age';
const INDEX_MIGRATION = 'FindOldTransactions1763164800230';
const FIND_INDEX = `SELECT indisvalid AS whole FROM pg_index WHERE indexrelid = to_regclass('${INDEX}')`;

/** The connection of another client, which holds a lock for as long as a test needs. */
async function openHolder(url: string): Promise<Client> {
  const holder = new Client({ connectionString: url, application_name: 'a long report' });
  holder.on('error', () => undefined);
  await holder.connect();
  await holder.query('BEGIN');
  return holder;
}

async function asAdministrator({ administratorUrl }: TestDatabase, sql: string): Promise<void> {
  const administrator = new Client({ connectionString: administratorUrl });
  await administrator.connect();
  await administrator.query(sql);
  await administrator.end();
}

describe('migrations', () => {
  const said: string[] = [];
  const say = (line: string): void => void said.push(line);
  let database: TestDatabase;

  beforeEach(() => {
    said.length = 0;
  });

  afterEach(() => database.drop());

  it('wait for a table that another client has locked, log its client, and finish once it is released', async () => {
    database = await createTestDatabase();
    await database.query(`DELETE FROM migrations WHERE name = '${MIGRATION}'`);
    await database.query('ALTER TABLE models DROP COLUMN realtime');
    const holder = await openHolder(database.url);
    await holder.query('SELECT count(*) FROM models');
    const migrating = migrateDatabase(database.url, say);
    await eventually(() => said.length > 0);
    expect(said[0]).toMatch(
      /^waiting for a lock held by process \d+ of the database \("a long report", user \w+, idle in transaction, since \d{4}-/,
    );
    await holder.end();
    expect((await migrating).applied).toEqual([MIGRATION]);
  });

  it('wait for their lock without a limit, and log who holds it', async () => {
    database = await createTestDatabase();
    const first = await createDataSource({
      url: database.url,
      entities: [],
      applicationName: 'another start',
    }).initialize();
    const finish = new AbortController();
    const turn = withSetupLock(first, () => once(finish.signal, 'abort'));
    await eventually(async () => {
      const [row] = await database.query(
        `SELECT count(*)::int AS held FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
         WHERE datname = current_database() AND locktype = 'advisory' AND granted`,
      );
      return row?.['held'] !== 0;
    });
    const migrating = migrateDatabase(database.url, say);
    await eventually(() => said.length > 0);
    expect(said[0]).toContain('"another start"');
    finish.abort();
    await Promise.all([turn, migrating]);
    await first.destroy();
  });

  it('build an index during concurrent writes, and again if an attempt has left an invalid one', async () => {
    database = await createTestDatabase();
    await database.query(`DELETE FROM migrations WHERE name = '${INDEX_MIGRATION}'`);
    await asAdministrator(
      database,
      `UPDATE pg_index SET indisvalid = false WHERE indexrelid = to_regclass('${INDEX}')`,
    );
    const report = await openHolder(database.url);
    await report.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await report.query('SELECT count(*) FROM migrations');
    // Migrations that wait for the migration lock do not block the index.
    const migrating = Promise.all([1, 2, 3].map(() => migrateDatabase(database.url, say)));
    await eventually(() => said.some((line) => line.includes('"a long report"')));
    expect(await database.query(FIND_INDEX)).toEqual([{ whole: false }]);
    await database.query(`INSERT INTO ledger_transactions (kind, reference) VALUES ('grant', 'a test')`);
    await report.end();
    expect((await migrating).flatMap(({ applied }) => applied)).toEqual([INDEX_MIGRATION]);
    expect(await database.query(FIND_INDEX)).toEqual([{ whole: true }]);
  });

  it('keep an index that exists already', async () => {
    database = await createTestDatabase();
    await database.query(`DELETE FROM migrations WHERE name = '${INDEX_MIGRATION}'`);
    const read = (): Promise<unknown> => database.query(`SELECT to_regclass('${INDEX}')::oid AS id`);
    const before = await read();
    expect((await migrateDatabase(database.url, say)).applied).toEqual([INDEX_MIGRATION]);
    expect(await read()).toEqual(before);
  });

  it('build one on each partition of a table, and continue after an interruption', async () => {
    database = await createTestDatabase();
    await database.query(`DELETE FROM migrations WHERE name = 'FindByOrder1763164800221'`);
    await database.query('DROP INDEX usage_events_by_sequence');
    for (const day of [1, 2]) {
      await database.query(`CREATE TABLE usage_events_2020010${day} PARTITION OF usage_events
        FOR VALUES FROM ('2020-01-0${day}') TO ('2020-01-0${day + 1}')`);
    }
    await database.query(`CREATE INDEX usage_events_by_sequence ON ONLY usage_events (sequence)
      WHERE sequence IS NOT NULL`);
    await database.query(`CREATE INDEX usage_events_20200101_by_sequence ON usage_events_20200101 (sequence)
      WHERE sequence IS NOT NULL`);
    await migrateDatabase(database.url, say);
    const indexes = await database.query(
      `SELECT indisvalid AS whole FROM pg_index WHERE indexrelid = 'usage_events_by_sequence'::regclass`,
    );
    expect(indexes).toEqual([{ whole: true }]);
  });

  it('create one schema in an empty database, with any number of concurrent runs', async () => {
    database = await createEmptyDatabase();
    const results = await Promise.all([1, 2, 3].map(() => migrateDatabase(database.url, say)));
    expect(results.filter(({ applied }) => applied.length > 0)).toHaveLength(1);
    expect(await database.query(FIND_INDEX)).toEqual([{ whole: true }]);
  });

  it('reject a database of a later version', async () => {
    database = await createTestDatabase();
    await database.query(
      `INSERT INTO migrations (timestamp, name) VALUES (9763164800000, 'FromTheFuture9763164800000')`,
    );
    await expect(migrateDatabase(database.url, say)).rejects.toThrow(
      'the database was used by a newer version: it has the migrations FromTheFuture9763164800000',
    );
  });

  it('have no timeout for statements', async () => {
    database = await createEmptyDatabase();
    await asAdministrator(
      database,
      `
      CREATE TABLE timeouts_seen (setting text);
      GRANT ALL ON timeouts_seen TO public;
      CREATE FUNCTION note_timeout() RETURNS event_trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO timeouts_seen VALUES (current_setting('statement_timeout')); END $$;
      CREATE EVENT TRIGGER note_timeout ON ddl_command_start EXECUTE FUNCTION note_timeout();
    `,
    );
    expect((await migrateDatabase(database.url, say)).applied.length).toBeGreaterThan(40);
    expect(await database.query('SELECT DISTINCT setting FROM timeouts_seen')).toEqual([{ setting: '0' }]);
  });
});
