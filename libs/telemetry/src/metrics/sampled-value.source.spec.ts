import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SampledValue } from './sampled-value.js';

describe('a value that costs a query', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is asked for once in a while', async () => {
    let count = 0;
    const value = new SampledValue(5_000, async () => (count += 1));
    expect([await value.get(), await value.get()]).toEqual([1, 1]);
    jest.advanceTimersByTime(5_000);
    expect(await value.get()).toBe(2);
  });

  it('is not waited for long, nor asked for twice at once', async () => {
    let count = 0;
    let answer: ((value: string) => void) | undefined;
    const value = new SampledValue(5_000, () => {
      count += 1;
      return new Promise<string>((resolve) => (answer = resolve));
    });
    const late = Promise.all([value.get(), value.get()]).catch((error: Error) => error.message);
    jest.advanceTimersByTime(1_000);
    expect(await late).toBe('no answer within 1000 ms');
    const inTime = value.get();
    answer?.('here');
    expect([await inTime, await value.get(), count]).toEqual(['here', 'here', 1]);
  });

  it('that cannot be had is asked for again the next time', async () => {
    let isAway = true;
    const value = new SampledValue(5_000, async () => {
      if (isAway) throw new Error('away');
      return 1;
    });
    await expect(value.get()).rejects.toThrow('away');
    isAway = false;
    expect(await value.get()).toBe(1);
  });
});
