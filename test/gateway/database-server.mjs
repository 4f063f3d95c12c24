import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One database server for the whole run; each suite makes itself a database on it. */
export default async function startDatabaseServer() {
  const { startEmbeddedPostgres } = await import('../../dist/libs/embedded-postgres/src/index.js');
  const dataDir = mkdtempSync(join(tmpdir(), 'modelgate-test-database-'));
  // The server may run as another user, who has to reach its files.
  chmodSync(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir });
  process.env.TEST_DATABASE_SERVER = server.url;
  globalThis.stopDatabaseServer = async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
