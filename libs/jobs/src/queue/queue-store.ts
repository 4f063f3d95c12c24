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

/** The connections of one worker or one producer to the queues. After a failure, a new store is opened. */
export interface QueueStore {
  createBackend: BackendFactory<IQueueBackend, object>;
  /** Ends all connections immediately. */
  discard(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5_000;
const QUERY_TIMEOUT_MS = 30_000;
/** How long a stopping process waits for Redis to close the connection. */
const DISCONNECT_TIMEOUT_MS = 200;
/** How long the rejection of a BullMQ promise is delayed. */
const FAILURE_DELAY_MS = 100;
/** The schema of BullMQ's tables, which its statements do not contain. */
const SEARCH_PATH = '-c search_path="bullmq"';

/** Uses Redis if configured, otherwise the database. Rejects if the database cannot be reached. */
export async function openQueueStore(
  { redisUrl, databaseUrl }: QueueSettings,
  connections: number,
): Promise<QueueStore> {
  return redisUrl === undefined ? openPostgresStore(databaseUrl, connections) : openRedisStore(redisUrl);
}

/**
 * BullMQ gets a pool instead of a URL: with a URL, it never recovers from a failed first connection and cannot end a
 * connection that hangs.
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
  // BullMQ adds its own listener when it gets the pool.
  pool.on('error', () => undefined);
  const discard = async (): Promise<void> => {
    const ending = pool.end().catch(() => undefined);
    // The pool alone would wait for running queries.
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
    disconnectTimeout: DISCONNECT_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
  };
  return {
    createBackend: (name, options, extra) =>
      delayFailures<IQueueBackend>(createRedisBackend(name, { ...options, connection }, extra)),
    // Each backend owns its connections and closes them.
    discard: () => Promise.resolve(),
  };
}

/**
 * A proxy that delays the rejections of promises. BullMQ's loops retry most failures immediately; if a failure needs no
 * I/O, such a loop would block timers and sockets forever.
 */
export function delayFailures<Target extends object>(target: Target): Target {
  return new Proxy(target, {
    get(_target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      return (...values: unknown[]): unknown => {
        const result: unknown = Reflect.apply(value, target, values);
        return types.isPromise(result) ? result.catch(rejectLater) : result;
      };
    },
  });
}

async function rejectLater(error: unknown): Promise<never> {
  await sleep(FAILURE_DELAY_MS);
  throw error;
}
