import { type Config, ConfigError, findUnsupportedRedis } from '#config';
import { Redis } from 'ioredis';

const TIMEOUT_MS = 3_000;

export interface RedisFacts {
  /** What it does when its memory is full; undefined where it does not tell. */
  evictionPolicy: string | undefined;
  /** Why the gateway cannot use this server, as the end of a sentence that begins with the server. */
  unsupported: string | undefined;
}

/** Throws a ConfigError where REDIS_URL leads to a kind of server that cannot be used. One that is away may come later. */
export async function requireSupportedRedis({ redisUrl }: Pick<Config, 'redisUrl'>): Promise<void> {
  if (redisUrl === undefined) return;
  const facts = await checkRedis(redisUrl).catch(() => undefined);
  if (facts?.unsupported === undefined) return;
  const { host } = new URL(redisUrl);
  throw new ConfigError(`REDIS_URL: the server at ${host} ${facts.unsupported}`);
}

/** Connects to Redis once; rejects where it does not answer within a few seconds. */
export async function checkRedis(url: string): Promise<RedisFacts> {
  const redis = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
  });
  // The calls below reject as well: this is where the client would otherwise print.
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
