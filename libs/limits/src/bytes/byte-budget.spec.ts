import { describe, expect, it } from '@jest/globals';
import { ByteBudget } from './byte-budget.js';

const MEGABYTE = 2 ** 20;

describe('ByteBudget', () => {
  it('lets a request wait for room, and go on when another is over', async () => {
    const budget = new ByteBudget({ maxBytes: 10 * MEGABYTE });
    const first = budget.open();
    const second = budget.open();
    expect(first.take(8 * MEGABYTE)).toBeUndefined();
    const waiting = second.take(4 * MEGABYTE);
    expect(waiting).toBeInstanceOf(Promise);
    first.release();
    await waiting;
    expect(budget.usedBytes).toBe(4 * MEGABYTE);
    second.release();
    expect(budget.usedBytes).toBe(0);
  });

  it('sends a request away when no room comes, with a time to come back after', async () => {
    const budget = new ByteBudget({ maxBytes: MEGABYTE, waitMs: 5 });
    void budget.open().take(MEGABYTE);
    await expect(budget.open().take(MEGABYTE)).rejects.toMatchObject({
      kind: 'overloaded',
      retryAfterSeconds: expect.any(Number),
    });
    expect(budget.usedBytes).toBe(MEGABYTE);
  });

  it('has a reserve for small requests', () => {
    const budget = new ByteBudget({ maxBytes: MEGABYTE });
    void budget.open().take(MEGABYTE);
    expect(budget.open().take(1_000)).toBeUndefined();
  });

  it('takes back what comes for a request that is over', async () => {
    const budget = new ByteBudget({ maxBytes: MEGABYTE });
    const first = budget.open();
    const second = budget.open();
    void first.take(MEGABYTE);
    const waiting = second.take(MEGABYTE);
    second.release();
    first.release();
    await waiting;
    expect(budget.usedBytes).toBe(0);
  });
});
