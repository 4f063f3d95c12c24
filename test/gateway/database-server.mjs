import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

async function runOnce(url, statement) {
  const { Client } = await import('pg').then((pg) => pg.default);
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** One database server for the whole run; each suite makes itself a database on it. */
export default async function startDatabaseServer() {
  const { startEmbeddedPostgres } = await import('../../dist/libs/embedded-postgres/src/index.js');
  const dataDir = mkdtempSync(join(tmpdir(), 'modelgate-test-database-'));
  // The server may run as another user, who has to reach its files.
  chmodSync(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir });
  // Suites work as the gateway does, without privileges, but each on a database of its own.
  await runOnce(server.administratorUrl, `ALTER ROLE ${new URL(server.url).username} CREATEDB`);
  process.env.TEST_DATABASE_SERVER = server.url;
  process.env.TEST_DATABASE_ADMINISTRATOR = server.administratorUrl;
  globalThis.stopDatabaseServer = async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
