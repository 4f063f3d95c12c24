import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

export interface TestDatabase {
  url: string;
  /** The same database as a superuser, for statements that need one. */
  administratorUrl: string;
  query(sql: string, parameters?: unknown[]): Promise<Record<string, unknown>[]>;
  drop(): Promise<void>;
}

/** Creates a database with all tables for the suite, on the server that the test run has started. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabaseFrom(process.env['TEST_DATABASE_TEMPLATE'] ?? '');
}

/** The same without tables, as at the first start of a gateway. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabaseFrom('template1');
}

async function createDatabaseFrom(template: string): Promise<TestDatabase> {
  const serverUrl = process.env['TEST_DATABASE_SERVER'];
  if (serverUrl === undefined) throw new Error('the test run has started no database server');
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Copies files, which is cheaper than writing every page to the log as well.
  await runOnce(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const administrator = process.env['TEST_DATABASE_ADMINISTRATOR'] ?? serverUrl;
  const administratorUrl = new URL(administrator);
  administratorUrl.pathname = url.pathname;
  const connection = new Connection(url.href);
  return {
    url: url.href,
    administratorUrl: administratorUrl.href,
    query: (sql, parameters) => connection.query(sql, parameters),
    drop: async () => {
      await connection.end();
      // The server's own autovacuum may be using the database, and only a superuser can end that.
      await runOnce(administrator, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

const CONNECTION_LOST = new Set(['57P01', '57P02', '57P03']);

/** Opened by the first query, and again after it is lost. */
class Connection {
  private client: Promise<Client> | undefined;

  constructor(private readonly url: string) {}

  async query(sql: string, parameters?: unknown[]): Promise<Record<string, unknown>[]> {
    const client = this.client ?? this.open();
    try {
      return await runOn(await client, sql, parameters);
    } catch (error) {
      // The server closed the connection in the meantime: nothing of this query was executed.
      if (!CONNECTION_LOST.has(String((error as { code?: unknown }).code))) throw error;
      this.forget(client);
      return await runOn(await this.open(), sql, parameters);
    }
  }

  async end(): Promise<void> {
    const client = await this.client?.catch(() => undefined);
    this.client = undefined;
    await client?.end();
  }

  private open(): Promise<Client> {
    const opening = connect(this.url, () => this.forget(opening));
    opening.catch(() => this.forget(opening));
    this.client = opening;
    return opening;
  }

  private forget(client: Promise<Client>): void {
    if (this.client === client) this.client = undefined;
  }
}

async function connect(url: string, onLost: () => void): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on('error', onLost);
  await client.connect();
  return client;
}

async function runOnce(url: string, sql: string): Promise<void> {
  const client = await connect(url, () => undefined);
  try {
    await runOn(client, sql);
  } finally {
    await client.end();
  }
}

async function runOn(
  client: Client,
  sql: string,
  parameters?: unknown[],
): Promise<Record<string, unknown>[]> {
  const { rows } = await client.query(sql, parameters);
  return rows as Record<string, unknown>[];
}
