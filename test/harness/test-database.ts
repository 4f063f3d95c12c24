import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

export interface TestDatabase {
  url: string;
  /** The same database as a superuser, for what only those can do. */
  administratorUrl: string;
  query(sql: string, parameters?: unknown[]): Promise<Record<string, unknown>[]>;
  drop(): Promise<void>;
}

/** A database of a suite's own, with all tables, on the server that the test run has started. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabaseFrom(process.env['TEST_DATABASE_TEMPLATE'] ?? '');
}

/** The same as a gateway finds it at its very first start. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabaseFrom('template1');
}

async function createDatabaseFrom(template: string): Promise<TestDatabase> {
  const serverUrl = process.env['TEST_DATABASE_SERVER'];
  if (serverUrl === undefined) throw new Error('the test run has started no database server');
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Of its files, which is less work than to write each of its pages into the log as well.
  await runOnce(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const administrator = process.env['TEST_DATABASE_ADMINISTRATOR'] ?? serverUrl;
  const administratorUrl = new URL(administrator);
  administratorUrl.pathname = url.pathname;
  return {
    url: url.href,
    administratorUrl: administratorUrl.href,
    query: (sql, parameters) => runOnce(url.href, sql, parameters),
    drop: async () => {
      // The server's own autovacuum may be at work there, and only a superuser can end that.
      await runOnce(administrator, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

async function runOnce(url: string, sql: string, parameters?: unknown[]): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(sql, parameters);
    return rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}
