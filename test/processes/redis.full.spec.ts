import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../harness/index.js';
import { testRecovery } from './recovery.js';
import { RedisServer } from './redis-server.js';

describe('with Redis', () => {
  let redis: RedisServer;

  beforeAll(async () => {
    redis = await RedisServer.start();
  });

  afterAll(() => redis.kill());

  describe('a kill -9 while requests run', () => {
    const running = testRecovery(() => ({ REDIS_URL: redis.url }), { isRepeated: true });

    const says = (text: string): string[] =>
      running()
        .stderr.split('\n')
        .filter((line) => line.includes(`"msg":"${text}"`));

    it('leaves the queue in Redis', async () => {
      await eventually(() => running().stderr.includes('"queue":"redis"') || undefined);
    });

    it('of Redis: the queue recovers automatically, although Redis is empty', async () => {
      const worker = running().childPid('worker');
      await redis.kill();
      await eventually(() => says('the queue is unreachable').length >= 2 || undefined);
      await redis.run();
      await eventually(() => says('the queue is reachable again').length >= 2 || undefined, 30_000);
      expect(running().childPid('worker')).toBe(worker);
      expect(says('the queue is unreachable')).toHaveLength(2);
      expect(running().stderr).not.toContain('"level":60');
    });
  });
});
