import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, describeDatabaseFault, isDatabaseAway } from '#config';
import { requireFreePort } from '#lifecycle';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';

const RETRY_MS = 500;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 60_000;
/** The database may be starting at the same time. */
const WAIT_MS = 60_000;
const MESSAGE_AFTER_MS = 2_000;

/**
 * Fails for problems that a restart does not solve: a port in use, a database that is unreachable or refuses the login.
 * Called only before the first start, because later failures may be temporary.
 */
export async function requireStartable(config: Config, print: (line: string) => void): Promise<void> {
  try {
    await requireFreePort(config);
  } catch (error) {
    throw new CommandFailure((error as Error).message, exitCodes.config);
  }
  if (config.database.kind === 'url') await requireDatabase(config.database, print);
}

type Address = Extract<Config['database'], { kind: 'url' }>;

async function requireDatabase(address: Address, print: (line: string) => void): Promise<void> {
  const startedAt = performance.now();
  for (let hasPrinted = false; ; await sleep(RETRY_MS)) {
    const error = await tryToConnect(address);
    if (error === undefined) return;
    const waitedMs = performance.now() - startedAt;
    const fault = describeDatabaseFault(error, address.url);
    // The processes report other errors.
    if (fault === undefined) return;
    if (!isDatabaseAway(error) || waitedMs > WAIT_MS) throw new CommandFailure(fault, exitCodes.config);
    if (!hasPrinted && waitedMs > MESSAGE_AFTER_MS) {
      hasPrinted = true;
      print('Waiting for the database …');
    }
  }
}

/** Resolves to the error, or to undefined if the connection succeeds. */
async function tryToConnect({ url, directUrl }: Address): Promise<unknown> {
  // Loaded only if needed, to save memory in the supervisor.
  const { Client } = await import('pg');
  const settings = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // The processes set it as well, and a pooler may reject it.
    ...(directUrl === undefined && { statement_timeout: STATEMENT_TIMEOUT_MS }),
  };
  try {
    // The constructor reads the certificate files named in the URL, so it may throw.
    const client = new Client(settings);
    client.on('error', () => undefined);
    await client.connect().finally(() => void client.end().catch(() => undefined));
    return undefined;
  } catch (error) {
    return error;
  }
}
