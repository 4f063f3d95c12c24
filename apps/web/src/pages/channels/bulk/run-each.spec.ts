import { describe, expect, it } from '@jest/globals';
import { runEach } from './run-each.js';

const ITEMS = Array.from({ length: 20 }, (_, index) => index);

describe('runEach', () => {
  it('limits concurrency, and reports a failure only for its item', async () => {
    let running = 0;
    let maxRunning = 0;
    const results = new Map<number, boolean>();
    await runEach({
      items: ITEMS,
      maxConcurrent: 4,
      signal: new AbortController().signal,
      run: async (item) => {
        running += 1;
        maxRunning = Math.max(maxRunning, running);
        await new Promise(setImmediate);
        running -= 1;
        if (item === 7) throw new Error('refused');
        return { isOk: true, message: '' };
      },
      onResult: (item, { isOk }) => results.set(item, isOk),
    });
    expect(maxRunning).toBe(4);
    expect([...results].filter(([, isOk]) => !isOk)).toEqual([[7, false]]);
    expect(results.size).toBe(ITEMS.length);
  });

  it('starts no further item after it is aborted', async () => {
    const controller = new AbortController();
    const started: number[] = [];
    await runEach({
      items: ITEMS,
      maxConcurrent: 2,
      signal: controller.signal,
      run: async (item) => {
        started.push(item);
        if (item === 5) controller.abort();
        await new Promise(setImmediate);
        return { isOk: true, message: '' };
      },
      onResult: () => undefined,
    });
    expect(started).toEqual([0, 1, 2, 3, 4, 5]);
  });
});
