import { createHash } from 'node:crypto';
import { type Redis } from 'ioredis';

/** A Lua script that runs by its hash. If Redis does not have it in its cache, it is sent again. */
export class RedisScript {
  private readonly sha: string;

  constructor(private readonly source: string) {
    this.sha = createHash('sha1').update(source).digest('hex');
  }

  async load(redis: Redis): Promise<void> {
    await redis.script('LOAD', this.source);
  }

  async run(redis: Redis, keys: readonly string[], values: readonly (string | number)[]): Promise<unknown> {
    try {
      return await redis.evalsha(this.sha, keys.length, ...keys, ...values);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return redis.eval(this.source, keys.length, ...keys, ...values);
    }
  }
}
