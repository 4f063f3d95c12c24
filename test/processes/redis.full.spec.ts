import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../harness/index.js';
import { promiseRecovery } from './recovery.js';
import { RedisServer } from './redis-server.js';
import { RunningModelgate, makeDataFolder, removeFolder } from './running-modelgate.js';

describe('with Redis', () => {
  let redis: RedisServer;

  beforeAll(async () => {
    redis = await RedisServer.start();
  });

  afterAll(() => redis.kill());

  describe('a kill -9 while requests run', () => {
    promiseRecovery(() => ({ REDIS_URL: redis.url }));
  });

  describe('the queue', () => {
    const folder = makeDataFolder();
    let modelgate: RunningModelgate;

    const says = (text: string): string[] =>
      modelgate.stderr.split('\n').filter((line) => line.includes(`"msg":"${text}"`));

    beforeAll(async () => {
      modelgate = new RunningModelgate(`${folder}/data`, { REDIS_URL: redis.url });
      await modelgate.ready();
    }, 60_000);

    afterAll(async () => {
      await modelgate.stop();
      removeFolder(folder);
    });

    it('lives in Redis', async () => {
      await eventually(() => modelgate.stderr.includes('"queue":"redis"') || undefined, 15_000);
    });

    it('is back by itself after Redis was killed and came back empty', async () => {
      const worker = modelgate.childPid('worker');
      await redis.kill();
      await eventually(() => says('the queue is unreachable').length >= 2 || undefined, 15_000);
      await redis.run();
      await eventually(() => says('the queue is back').length >= 2 || undefined, 30_000);
      expect(modelgate.childPid('worker')).toBe(worker);
      expect(says('the queue is unreachable')).toHaveLength(2);
      expect(modelgate.stderr).not.toContain('"level":60');
    }, 90_000);
  });
});
