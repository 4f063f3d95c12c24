import { describe, expect, it } from '@jest/globals';
import { RetryBudget } from './retry-budget.js';
import { VirtualClock } from './testing/virtual-clock.js';

function takeAll(budget: RetryBudget): number {
  let taken = 0;
  while (budget.take()) taken += 1;
  return taken;
}

describe('RetryBudget', () => {
  it('has a few to begin with, and no more', () => {
    expect(takeAll(new RetryBudget(new VirtualClock()))).toBe(5);
  });

  it('earns less than one for five requests of a busy gateway', () => {
    const clock = new VirtualClock();
    const budget = new RetryBudget(clock);
    takeAll(budget);
    let taken = 0;
    for (let index = 0; index < 10_000; index += 1) {
      clock.advance(5);
      budget.noteRequest();
      taken += takeAll(budget);
    }
    expect(taken).toBeGreaterThan(1_750);
    expect(taken).toBeLessThanOrEqual(1_800);
  });

  it('earns one a second where requests are few', () => {
    const clock = new VirtualClock();
    const budget = new RetryBudget(clock);
    takeAll(budget);
    clock.advance(1_000);
    budget.noteRequest();
    expect(takeAll(budget)).toBe(1);
  });

  it('owes what was done without asking, and pays that first', () => {
    const clock = new VirtualClock();
    const budget = new RetryBudget(clock);
    for (let index = 0; index < 7; index += 1) budget.noteFailover();
    clock.advance(2_000);
    budget.noteRequest();
    expect(budget.take()).toBe(false);
    clock.advance(1_000);
    budget.noteRequest();
    expect(takeAll(budget)).toBe(1);
  });

  it('does not owe for ever', () => {
    const clock = new VirtualClock();
    const budget = new RetryBudget(clock);
    for (let index = 0; index < 1_000_000; index += 1) budget.noteFailover();
    clock.advance(1_001_000);
    budget.noteRequest();
    expect(budget.take()).toBe(true);
  });
});
