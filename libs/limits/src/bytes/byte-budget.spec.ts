import { describe, expect, it } from '@jest/globals';
import { ByteBudget } from './byte-budget.js';

const MEGABYTE = 2 ** 20;

describe('ByteBudget', () => {
  it('lets a request wait until another one releases its bytes', async () => {
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

  it('rejects after a timeout, with a Retry-After', async () => {
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

  it('counts bytes that are in memory already, and lets others wait for them', async () => {
    const budget = new ByteBudget({ maxBytes: MEGABYTE });
    const first = budget.open();
    first.add(3 * MEGABYTE);
    expect(budget.usedBytes).toBe(3 * MEGABYTE);
    const second = budget.open();
    const waiting = second.take(MEGABYTE / 2);
    expect(waiting).toBeInstanceOf(Promise);
    first.release();
    first.add(MEGABYTE);
    await waiting;
    expect(budget.usedBytes).toBe(MEGABYTE / 2);
  });

  it('releases bytes that are granted after the request has ended', async () => {
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
