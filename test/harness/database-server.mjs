import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { migrateDatabase } from '../../dist/libs/database/src/index.js';
import { startEmbeddedPostgres } from '../../dist/libs/embedded-postgres/src/index.js';

/** One database server for a whole run; each suite creates its own database on it, as a copy of a template. */

/** Losing a database does no harm, no client waits for its disk, and none lives long enough to need a vacuum. */
const SETTINGS = [
  'fsync = off',
  'full_page_writes = off',
  'synchronous_commit = off',
  'autovacuum = off',
  "checkpoint_timeout = '1h'",
  "max_wal_size = '2GB'",
];
const TEMPLATE = 'template_modelgate';

const MEMORY = '/dev/shm';
const MIN_FREE_BYTES = 2 ** 31;

/**
 * In memory if there is room. Some file systems create files slowly after others were deleted, and this happens all the
 * time when databases are created and dropped.
 */
function chooseFolder() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize < MIN_FREE_BYTES ? tmpdir() : MEMORY;
  } catch {
    return tmpdir();
  }
}

async function run(url, statements) {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

const dataDir = mkdtempSync(join(chooseFolder(), 'modelgate-test-database-'));
// The server may run as another user, who needs access to its files.
chmodSync(dataDir, 0o755);
const server = await startEmbeddedPostgres({ dataDir });
const [application, administrator] = [new URL(server.url), new URL(server.administratorUrl)];
await run(server.administratorUrl, [
  ...SETTINGS.map((setting) => `ALTER SYSTEM SET ${setting}`),
  'SELECT pg_reload_conf()',
  // Suites connect like the gateway, without privileges, but each creates its own database.
  `ALTER ROLE ${application.username} CREATEDB`,
  // Thousands of connections authenticate with a password that is not secret.
  'SET scram_iterations = 1',
  ...[application, administrator].map(
    ({ username, password }) => `ALTER ROLE ${username} PASSWORD '${decodeURIComponent(password)}'`,
  ),
]);
await run(server.url, [`CREATE DATABASE ${TEMPLATE}`]);
const template = new URL(server.url);
template.pathname = `/${TEMPLATE}`;
await migrateDatabase(template.href);

console.log(
  JSON.stringify({
    TEST_DATABASE_SERVER: server.url,
    TEST_DATABASE_ADMINISTRATOR: server.administratorUrl,
    TEST_DATABASE_TEMPLATE: TEMPLATE,
  }),
);

// The server ends with the process that started it, however that process ends.
process.stdin.resume().once('close', async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
