import { setTimeout as sleep } from 'node:timers/promises';
import { types } from 'node:util';
import { SafeClient } from '#database';
import {
  type BackendFactory,
  type IQueueBackend,
  createPostgresBackend,
  createRedisBackend,
  runMigrations,
} from 'bullmq';
import { Pool } from 'pg';

export interface QueueSettings {
  redisUrl?: string;
  databaseUrl: string;
}

/** Connections to where the queues live, for one worker or one producer. After a failure they are made anew. */
export interface QueueStore {
  createBackend: BackendFactory<IQueueBackend, object>;
  /** Ends every connection at once, whatever it is doing. */
  discard(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5_000;
const QUERY_TIMEOUT_MS = 30_000;
/** How long a process that stops waits for Redis to see its connection off. */
const PARTING_MS = 200;
/** How long a promise of BullMQ that rejects is held back. */
const FAILURE_DELAY_MS = 100;
/** The schema that BullMQ keeps its tables in; its statements do not name it. */
const SEARCH_PATH = '-c search_path="bullmq"';

/** On Redis where there is one, otherwise on the database itself. Rejects where the database cannot be reached. */
export async function openQueueStore(
  { redisUrl, databaseUrl }: QueueSettings,
  connections: number,
): Promise<QueueStore> {
  return redisUrl === undefined ? openPostgresStore(databaseUrl, connections) : openRedisStore(redisUrl);
}

/**
 * BullMQ gets a pool of ours instead of an address: it would remember for ever that its first connection has failed, and
 * it has no means to end a connection that hangs.
 */
async function openPostgresStore(connectionString: string, connections: number): Promise<QueueStore> {
  const pool = new Pool({
    connectionString,
    max: connections,
    Client: SafeClient,
    options: SEARCH_PATH,
    application_name: 'modelgate queue',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
  });
  const open = new Set<{ end(): Promise<void> }>();
  pool.on('connect', (client) => void open.add(client));
  pool.on('remove', (client) => void open.delete(client));
  // BullMQ listens as well, once it has the pool.
  pool.on('error', () => undefined);
  const discard = async (): Promise<void> => {
    const ending = pool.end().catch(() => undefined);
    // The pool itself would wait for whatever is still being asked.
    for (const client of open) void client.end().catch(() => undefined);
    await ending;
  };
  try {
    await migrate(pool);
  } catch (error) {
    void discard();
    throw error;
  }
  return {
    createBackend: (name, options, extra) =>
      delayFailures<IQueueBackend>(createPostgresBackend(name, { ...options, connection: pool }, extra)),
    discard,
  };
}

async function migrate(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await runMigrations(client);
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

function openRedisStore(url: string): QueueStore {
  const connection = {
    url,
    maxRetriesPerRequest: null,
    disconnectTimeout: PARTING_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
  };
  return {
    createBackend: (name, options, extra) =>
      delayFailures<IQueueBackend>(createRedisBackend(name, { ...options, connection }, extra)),
    // Each backend owns its connections, and ends them with itself.
    discard: () => Promise.resolve(),
  };
}

/**
 * The same object, whose promises reject only after a moment. BullMQ's loops try again at once after most failures; where
 * a failure takes no I/O, such a loop would never let a timer or a socket have its turn.
 */
export function delayFailures<Target extends object>(target: Target): Target {
  return new Proxy(target, {
    get(_target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      return (...values: unknown[]): unknown => {
        const result: unknown = Reflect.apply(value, target, values);
        return types.isPromise(result) ? result.catch(failLater) : result;
      };
    },
  });
}

async function failLater(error: unknown): Promise<never> {
  await sleep(FAILURE_DELAY_MS);
  throw error;
}
