import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, describeDatabaseFault, isDatabaseAway } from '#config';
import { requireFreePort } from '#lifecycle';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';

const RETRY_MS = 500;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 60_000;
/** A database may start at the same time as we do. */
const WAIT_MS = 60_000;
const TELL_AFTER_MS = 2_000;

/**
 * Looks at what processes that are started again and again would never get over: a port that is taken, a database that
 * is not there or lets nobody in. Only before the first start: what breaks later may come back.
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
  for (let hasTold = false; ; await sleep(RETRY_MS)) {
    const error = await findFault(address);
    if (error === undefined) return;
    const waitedMs = performance.now() - startedAt;
    const fault = describeDatabaseFault(error, address.url);
    // What else may be wrong, the processes will say.
    if (fault === undefined) return;
    if (!isDatabaseAway(error) || waitedMs > WAIT_MS) throw new CommandFailure(fault, exitCodes.config);
    if (!hasTold && waitedMs > TELL_AFTER_MS) {
      hasTold = true;
      print('Waiting for the database …');
    }
  }
}

async function findFault({ url, directUrl }: Address): Promise<unknown> {
  // Loaded only where it is needed: the supervisor stays small.
  const { Client } = await import('pg');
  const settings = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // As the processes ask for it: a pooler may refuse that.
    ...(directUrl === undefined && { statement_timeout: STATEMENT_TIMEOUT_MS }),
  };
  try {
    // The constructor reads the files of certificates that the address names.
    const client = new Client(settings);
    client.on('error', () => undefined);
    await client.connect().finally(() => void client.end().catch(() => undefined));
    return undefined;
  } catch (error) {
    return error;
  }
}
