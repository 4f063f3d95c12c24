import { type Config, ConfigError, findUnsupportedRedis } from '#config';
import { Redis } from 'ioredis';

const TIMEOUT_MS = 3_000;

export interface RedisFacts {
  /** The `maxmemory_policy`; undefined if it cannot be read. */
  evictionPolicy: string | undefined;
  /** Why the gateway cannot use this server: the predicate of a sentence whose subject is the server. */
  unsupported: string | undefined;
}

/**
 * Throws a ConfigError if the server of REDIS_URL cannot be used. An unavailable server is no error: it may start
 * later.
 */
export async function requireSupportedRedis({ redisUrl }: Pick<Config, 'redisUrl'>): Promise<void> {
  if (redisUrl === undefined) return;
  const facts = await checkRedis(redisUrl).catch(() => undefined);
  if (facts?.unsupported === undefined) return;
  const { host } = new URL(redisUrl);
  throw new ConfigError(`REDIS_URL: the server at ${host} ${facts.unsupported}`);
}

/** Connects to Redis once. Rejects if it does not respond within a few seconds. */
export async function checkRedis(url: string): Promise<RedisFacts> {
  const redis = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
  });
  // The calls below reject too. Without this listener, the client would print the error.
  let reason: Error | undefined;
  redis.on('error', (error: Error) => (reason = error));
  try {
    await redis.connect();
    await redis.ping();
    const unsupported = await findUnsupportedRedis((command, ...values) => redis.call(command, ...values));
    const memory = await redis.info('memory').catch(() => '');
    return { unsupported, evictionPolicy: /^maxmemory_policy:(\S+)/m.exec(memory)?.[1] };
  } catch (error) {
    throw reason ?? error;
  } finally {
    redis.disconnect();
  }
}
