import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SampledValue } from './sampled-value.js';

describe('a value that needs a query', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is loaded once per interval', async () => {
    let count = 0;
    const value = new SampledValue(5_000, async () => (count += 1));
    expect([await value.get(), await value.get()]).toEqual([1, 1]);
    jest.advanceTimersByTime(5_000);
    expect(await value.get()).toBe(2);
  });

  it('times out, and is never loaded twice at the same time', async () => {
    let count = 0;
    let respond: ((value: string) => void) | undefined;
    const value = new SampledValue(5_000, () => {
      count += 1;
      return new Promise<string>((resolve) => (respond = resolve));
    });
    const late = Promise.all([value.get(), value.get()]).catch((error: Error) => error.message);
    jest.advanceTimersByTime(1_000);
    expect(await late).toBe('no response within 1000 ms');
    const inTime = value.get();
    respond?.('loaded');
    expect([await inTime, await value.get(), count]).toEqual(['loaded', 'loaded', 1]);
  });

  it('is loaded again after a failure', async () => {
    let isUnavailable = true;
    const value = new SampledValue(5_000, async () => {
      if (isUnavailable) throw new Error('unavailable');
      return 1;
    });
    await expect(value.get()).rejects.toThrow('unavailable');
    isUnavailable = false;
    expect(await value.get()).toBe(1);
  });
});
