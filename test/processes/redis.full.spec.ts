import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../gateway/index.js';
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

    const upkeepRuns = (): number => modelgate.stderr.split('"msg":"upkeep done"').length - 1;

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

    it('goes on after Redis was killed and came back empty', async () => {
      await redis.kill();
      await eventually(() => modelgate.stderr.includes('the queue is out of reach') || undefined, 15_000);
      const before = upkeepRuns();
      await redis.run();
      const worker = modelgate.childPid('worker');
      // A wiped queue has no schedule until a worker starts and makes it again.
      process.kill(worker, 'SIGKILL');
      await eventually(() => modelgate.newChildPid('worker', worker), 20_000);
      await eventually(() => upkeepRuns() > before || undefined, 20_000);
      expect(modelgate.stderr).not.toContain('"level":60');
    }, 90_000);
  });
});
