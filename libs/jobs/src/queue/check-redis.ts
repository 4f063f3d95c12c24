import { Redis } from 'ioredis';

const TIMEOUT_MS = 3_000;

export interface RedisFacts {
  /** What it does when its memory is full; undefined where it does not tell. */
  evictionPolicy: string | undefined;
}

/** Says hello to Redis, once; rejects where it does not answer in a moment. */
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
    const memory = await redis.info('memory').catch(() => '');
    return { evictionPolicy: /^maxmemory_policy:(\S+)/m.exec(memory)?.[1] };
  } catch (error) {
    throw reason ?? error;
  } finally {
    redis.disconnect();
  }
}
