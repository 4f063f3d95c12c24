import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { prepareApplicationRole } from '../dist/libs/embedded-postgres/src/index.js';

/**
 * Runs once before the gateway. Creates its role, which owns the database and is not a superuser. The tables of a
 * database that an earlier version filled as superuser get the new owner.
 */
const [address, passwordFolder] = process.argv.slice(2);
const timeoutMs = 60_000;

const url = new URL(address);
url.password = readPassword('password');
const client = new Client({
  connectionString: url.href,
  connectionTimeoutMillis: timeoutMs,
  query_timeout: timeoutMs,
});
client.on('error', () => undefined);

try {
  await client.connect();
  await prepareApplicationRole(client, readPassword('app-password'));
  await client.end();
  process.stdout.write('The role of the gateway is ready.\n');
} catch (error) {
  process.stdout.write(`The role of the gateway could not be prepared: ${error.message}\n`);
  process.exit(1);
}

function readPassword(name) {
  return readFileSync(join(passwordFolder, name), 'utf8').trim();
}
