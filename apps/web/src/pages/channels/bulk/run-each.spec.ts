import { describe, expect, it } from '@jest/globals';
import { runEach } from './run-each.js';

const ITEMS = Array.from({ length: 20 }, (_, index) => index);

describe('runEach', () => {
  it('runs a bounded number at a time, and keeps each failure to its item', async () => {
    let running = 0;
    let most = 0;
    const results = new Map<number, boolean>();
    await runEach({
      items: ITEMS,
      maxConcurrent: 4,
      signal: new AbortController().signal,
      run: async (item) => {
        running += 1;
        most = Math.max(most, running);
        await new Promise(setImmediate);
        running -= 1;
        if (item === 7) throw new Error('refused');
        return { isOk: true, message: '' };
      },
      onResult: (item, { isOk }) => results.set(item, isOk),
    });
    expect(most).toBe(4);
    expect([...results].filter(([, isOk]) => !isOk)).toEqual([[7, false]]);
    expect(results.size).toBe(ITEMS.length);
  });

  it('begins no further item once it is stopped', async () => {
    const stopping = new AbortController();
    const begun: number[] = [];
    await runEach({
      items: ITEMS,
      maxConcurrent: 2,
      signal: stopping.signal,
      run: async (item) => {
        begun.push(item);
        if (item === 5) stopping.abort();
        await new Promise(setImmediate);
        return { isOk: true, message: '' };
      },
      onResult: () => undefined,
    });
    expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  });
});
