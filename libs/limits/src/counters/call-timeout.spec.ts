import { describe, expect, it } from '@jest/globals';
import { CallTimeout } from './call-timeout.js';

const after = <Value>(durationMs: number, value: Value): Promise<Value> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(value), durationMs);
  });
const never = new Promise<never>(() => undefined);

describe('CallTimeout', () => {
  it('passes an answer on, and a failure', async () => {
    const timeout = new CallTimeout(1_000);
    await expect(timeout.awaits(Promise.resolve('yes'))).resolves.toBe('yes');
    await expect(timeout.awaits(Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('ends where nothing comes', async () => {
    await expect(new CallTimeout(30).awaits(never)).rejects.toThrow(/^no answer within \d+ ms$/);
  });

  it('lasts while other answers come', async () => {
    const timeout = new CallTimeout(100);
    const slow = timeout.awaits(after(300, 'late'));
    for (const durationMs of [60, 120, 180, 240]) void timeout.awaits(after(durationMs, 'in between'));
    await expect(slow).resolves.toBe('late');
  });

  it('reads what has come before it ends after a long turn', async () => {
    const timeout = new CallTimeout(20);
    const answer = new Promise((resolve) => {
      setTimeout(() => setImmediate(resolve, 'there'), 5);
    });
    const waiting = timeout.awaits(answer);
    const endAt = performance.now() + 60;
    while (performance.now() < endAt);
    await expect(waiting).resolves.toBe('there');
  });
});
