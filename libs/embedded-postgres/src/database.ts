import { setTimeout as delay } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { APPLICATION_ROLE, prepareApplicationRole } from './application-role.js';
import type { Passwords } from './password.js';

const databaseName = 'modelgate';
/** The superuser of the cluster. It is only used to prepare the database. */
const administrator = 'modelgate';
const connectTimeoutMs = 5_000;
const queryTimeoutMs = 10_000;
const closeTimeoutMs = 1_000;

export function getDatabaseUrl(port: number, password: string): string {
  return `postgres://${APPLICATION_ROLE}:${password}@127.0.0.1:${port}/${databaseName}`;
}

export function getAdministratorUrl(port: number, password: string): string {
  return `postgres://${administrator}:${password}@127.0.0.1:${port}/${databaseName}`;
}

/** Connects with our password, and creates the database and its owner if they are missing. */
export async function ensureDatabase(port: number, passwords: Passwords): Promise<void> {
  const prepare = (client: Client): Promise<void> => prepareApplicationRole(client, passwords.application);
  try {
    await withClient(databaseName, prepare, port, passwords.administrator);
  } catch (error) {
    if (!hasCode(error, '3D000')) throw error;
    await createDatabase(port, passwords.administrator);
    await withClient(databaseName, prepare, port, passwords.administrator);
  }
}

export function isPasswordRefused(error: unknown): boolean {
  return hasCode(error, '28P01');
}

/** No response, or an error of class 57 (operator intervention), such as starting up or shutting down. */
export function isUnavailable(error: unknown): boolean {
  return !(error instanceof DatabaseError) || error.code?.startsWith('57') === true;
}

async function createDatabase(port: number, password: string): Promise<void> {
  try {
    await withClient('postgres', (client) => client.query(`CREATE DATABASE ${databaseName}`), port, password);
  } catch (error) {
    // A concurrent start was faster: duplicate_database, or a unique violation if both ran at the same time.
    if (!hasCode(error, '42P04') && !hasCode(error, '23505')) throw error;
  }
}

async function withClient(
  database: string,
  work: (client: Client) => Promise<unknown>,
  port: number,
  password: string,
): Promise<void> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: administrator,
    password,
    database,
    ssl: false,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
  });
  // Without this listener, a server that ends would end this process. The query reports the error as well.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await work(client);
  } finally {
    // A hanging server does not close the connection.
    const closed = client.end().catch(() => undefined);
    await Promise.race([closed, delay(closeTimeoutMs, undefined, { ref: false })]);
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof DatabaseError && error.code === code;
}
