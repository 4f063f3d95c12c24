import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { FetchTime } from './fetch-time.js';
import { measureLeast, measureMs } from '../../../test/cpu-time/index.js';

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

describe('FetchTime', () => {
  it('is shared by all fetches, concurrent or in sequence', async () => {
    let time = new FetchTime();
    let both: PromiseSettledResult<never>[] = [];
    const remainingMs = await measureLeast(190, async () => {
      time = new FetchTime();
      await time.during(200, () => sleep(120));
      return measureMs(async () => {
        both = await Promise.allSettled([time.during(200, untilAborted), time.during(200, untilAborted)]);
      });
    });
    expect(remainingMs).toBeLessThan(190);
    for (const one of both) {
      expect(one).toMatchObject({
        status: 'rejected',
        reason: { kind: 'invalid-value', code: 'url_not_allowed' },
      });
    }
    await expect(time.during(200, () => Promise.resolve('fetched'))).rejects.toThrow('0.2 s');
  });

  it('does not count the time between fetches', async () => {
    const time = new FetchTime();
    await time.during(100, () => Promise.resolve());
    await sleep(150);
    expect(await time.during(100, () => Promise.resolve('fetched'))).toBe('fetched');
  });
});
