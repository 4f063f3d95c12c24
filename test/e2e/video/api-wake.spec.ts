import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WakeQueue } from '#jobs';
import { type Logger } from '#telemetry';
import { type TestDatabase, createTestDatabase, eventually } from '../../harness/index.js';
import { measureLeast, measureMs } from '../../cpu-time/index.js';

const LOGGER = { warn: () => undefined } as unknown as Logger;

describe('WakeQueue', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(() => database.drop());

  it('stores its hints in the database if there is no Redis, the same one twice', async () => {
    const queue = new WakeQueue({ databaseUrl: database.url }, 'videos', LOGGER);
    await queue.add('task-1');
    await queue.add('task-1');
    const jobs = await eventually(async () => {
      const rows = await database
        .query('SELECT queue, name, data FROM bullmq.job')
        .catch((): Record<string, unknown>[] => []);
      return rows.length === 2 ? rows : undefined;
    });
    expect(jobs).toEqual(jobs.map(() => ({ queue: 'videos', name: 'wake', data: { subject: 'task-1' } })));
    await queue.close();
  });

  it.each([
    ['Redis', { redisUrl: 'redis://127.0.0.1:1', databaseUrl: '' }],
    ['the database', { databaseUrl: 'postgres://nobody@127.0.0.1:1/nothing' }],
  ])('does not block a request while %s is down', async (_name, settings) => {
    const queue = new WakeQueue(settings, 'videos', LOGGER);
    // Lazy loading makes the first call slower.
    await queue.add('task-1');
    const addMany = (): Promise<unknown> =>
      Promise.all(Array.from({ length: 500 }, () => queue.add('task-1')));
    expect(await measureLeast(1_000, () => measureMs(addMany))).toBeLessThan(1_000);
    await queue.close();
  });

  it('closes without ever having been opened', async () => {
    await expect(new WakeQueue({ databaseUrl: '' }, 'videos', LOGGER).close()).resolves.toBeUndefined();
  });
});
