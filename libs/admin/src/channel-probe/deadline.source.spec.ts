import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { GatewayError } from '#canonical';
import { withinDeadline } from './ask-upstream.js';

describe('a deadline', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('calls off what takes longer than 15 seconds', async () => {
    const forever = withinDeadline(
      (signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    );
    jest.advanceTimersByTime(15_000);
    await expect(forever).rejects.toThrow(GatewayError);
  });

  it('leaves nothing behind what was in time', async () => {
    expect(await withinDeadline(async ({ aborted }) => aborted)).toBe(false);
    expect(jest.getTimerCount()).toBe(0);
  });
});
