import { setTimeout as delay } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { APPLICATION_ROLE, prepareApplicationRole } from './application-role.js';
import type { Passwords } from './password.js';

const databaseName = 'modelgate';
/** Made with the cluster, which cannot be without a superuser. Only we ourselves use it, to prepare the database. */
const administrator = 'modelgate';
const connectTimeoutMs = 5_000;
const queryTimeoutMs = 10_000;
const goodbyeTimeoutMs = 1_000;

export function databaseUrl(port: number, password: string): string {
  return `postgres://${APPLICATION_ROLE}:${password}@127.0.0.1:${port}/${databaseName}`;
}

export function administratorUrl(port: number, password: string): string {
  return `postgres://${administrator}:${password}@127.0.0.1:${port}/${databaseName}`;
}

/** Connects with our password, and creates the database and its owner where they are missing. */
export async function ensureDatabase(port: number, passwords: Passwords): Promise<void> {
  const prepare = (client: Client): Promise<void> => prepareApplicationRole(client, passwords.application);
  try {
    await workIn(databaseName, prepare, port, passwords.administrator);
  } catch (error) {
    if (!hasCode(error, '3D000')) throw error;
    await createDatabase(port, passwords.administrator);
    await workIn(databaseName, prepare, port, passwords.administrator);
  }
}

export function isPasswordRefused(error: unknown): boolean {
  return hasCode(error, '28P01');
}

/** No answer at all, or one of the class "operator intervention": starting up, shutting down. */
export function isUnavailable(error: unknown): boolean {
  return !(error instanceof DatabaseError) || error.code?.startsWith('57') === true;
}

async function createDatabase(port: number, password: string): Promise<void> {
  try {
    await workIn('postgres', (client) => client.query(`CREATE DATABASE ${databaseName}`), port, password);
  } catch (error) {
    // Another start was faster: duplicate_database, or the unique index where both were at it at once.
    if (!hasCode(error, '42P04') && !hasCode(error, '23505')) throw error;
  }
}

async function workIn(
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
  // A server that dies under an idle client is reported here as well as by the query.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await work(client);
  } finally {
    // A server that hangs does not say goodbye.
    const goodbye = client.end().catch(() => undefined);
    await Promise.race([goodbye, delay(goodbyeTimeoutMs, undefined, { ref: false })]);
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof DatabaseError && error.code === code;
}
