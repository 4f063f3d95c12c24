import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { GatewayError } from '#canonical';
import { runWithTimeout } from './request-upstream.js';

describe('a deadline', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('aborts work after 15 seconds', async () => {
    const forever = runWithTimeout(
      (signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    );
    jest.advanceTimersByTime(15_000);
    await expect(forever).rejects.toThrow(GatewayError);
  });

  it('leaves no timer after work that ended in time', async () => {
    expect(await runWithTimeout(async ({ aborted }) => aborted)).toBe(false);
    expect(jest.getTimerCount()).toBe(0);
  });
});
