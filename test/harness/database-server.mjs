import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { migrateDatabase } from '../../dist/libs/database/src/index.js';
import { startEmbeddedPostgres } from '../../dist/libs/embedded-postgres/src/index.js';

/** One database server for a whole run; each suite makes itself a database on it, as a copy of one that is set up. */

/** A lost database is no loss here, nobody waits for its disk, and none lives long enough to be tidied up. */
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
 * In memory where there is room. Some file systems take long to make files where they have just deleted others, which
 * is what databases that come and go amount to.
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
// The server may run as another user, who has to reach its files.
chmodSync(dataDir, 0o755);
const server = await startEmbeddedPostgres({ dataDir });
const [application, administrator] = [new URL(server.url), new URL(server.administratorUrl)];
await run(server.administratorUrl, [
  ...SETTINGS.map((setting) => `ALTER SYSTEM SET ${setting}`),
  'SELECT pg_reload_conf()',
  // Suites work as the gateway does, without privileges, but each on a database of its own.
  `ALTER ROLE ${application.username} CREATEDB`,
  // Thousands of connections prove that they know a password that is no secret.
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

// It ends with whoever started it, however that ends.
process.stdin.resume().once('close', async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
