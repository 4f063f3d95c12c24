import { describe, expect, it } from '@jest/globals';
import { CallTimeout } from './call-timeout.js';

const after = <Value>(durationMs: number, value: Value): Promise<Value> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(value), durationMs);
  });
const never = new Promise<never>(() => undefined);

describe('CallTimeout', () => {
  it('returns a response or an error', async () => {
    const timeout = new CallTimeout(1_000);
    await expect(timeout.waitFor(Promise.resolve('yes'))).resolves.toBe('yes');
    await expect(timeout.waitFor(Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('rejects if nothing arrives', async () => {
    await expect(new CallTimeout(30).waitFor(never)).rejects.toThrow(/^no response within \d+ ms$/);
  });

  it('continues to wait while other responses arrive', async () => {
    const timeout = new CallTimeout(100);
    const slow = timeout.waitFor(after(300, 'late'));
    for (const durationMs of [60, 120, 180, 240]) void timeout.waitFor(after(durationMs, 'in between'));
    await expect(slow).resolves.toBe('late');
  });

  it('reads a response that has arrived while the event loop was blocked', async () => {
    const timeout = new CallTimeout(20);
    const response = new Promise((resolve) => {
      setTimeout(() => setImmediate(resolve, 'there'), 5);
    });
    const waiting = timeout.waitFor(response);
    const endAt = performance.now() + 60;
    while (performance.now() < endAt);
    await expect(waiting).resolves.toBe('there');
  });
});
