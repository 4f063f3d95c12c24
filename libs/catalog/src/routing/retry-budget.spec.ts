import { describe, expect, it } from '@jest/globals';
import { RetryBudget } from './retry-budget.js';
import { VirtualClock } from './testing/virtual-clock.js';

function takeAll(budget: RetryBudget): number {
  let taken = 0;
  while (budget.take()) taken += 1;
  return taken;
}

describe('RetryBudget', () => {
  it('has limited credit at the start', () => {
    expect(takeAll(new RetryBudget(new VirtualClock()))).toBe(5);
  });

  it('adds less than one retry for five requests of a busy gateway', () => {
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

  it('adds one retry per second with few requests', () => {
    const clock = new VirtualClock();
    const budget = new RetryBudget(clock);
    takeAll(budget);
    clock.advance(1_000);
    budget.noteRequest();
    expect(takeAll(budget)).toBe(1);
  });

  it('counts free retries as debt, which new credit pays first', () => {
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

  it('limits the debt', () => {
    const clock = new VirtualClock();
    const budget = new RetryBudget(clock);
    for (let index = 0; index < 1_000_000; index += 1) budget.noteFailover();
    clock.advance(1_001_000);
    budget.noteRequest();
    expect(budget.take()).toBe(true);
  });
});
