import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { type Check } from './counters.js';
import { MemoryCounters } from './memory-counters.js';
import {
  MINUTE,
  UTC_DAY,
  type Window,
  isCounted,
  getResetMs,
  getSlot,
  sumUsed,
  getWaitMs,
} from './window.js';

const NOON_MS = Date.UTC(2030, 0, 1, 12);
const NOON = getSlot(MINUTE, NOON_MS);

const slots = (...entries: [slot: number, count: number][]): Map<number, number> => new Map(entries);

describe('a slot of the minute', () => {
  it.each([
    { afterMs: 0, counts: true },
    { afterMs: 60_000, counts: true },
    { afterMs: 61_999, counts: true },
    { afterMs: 62_000, counts: false },
    { afterMs: -60_000, counts: true },
    { afterMs: -3_600_000, counts: false },
  ])('$afterMs ms after it began', ({ afterMs, counts }) => {
    expect(isCounted(MINUTE, NOON, NOON_MS + afterMs)).toBe(counts);
  });
});

describe('the day', () => {
  it.each([
    { atMs: Date.UTC(2030, 0, 1, 0), counts: true },
    { atMs: Date.UTC(2030, 0, 2, 0) - 1, counts: true },
    { atMs: Date.UTC(2030, 0, 2, 0), counts: false },
    { atMs: Date.UTC(2030, 0, 1, 0) - 1, counts: false },
  ])('at $atMs', ({ atMs, counts }) => {
    expect(isCounted(UTC_DAY, getSlot(UTC_DAY, NOON_MS), atMs)).toBe(counts);
  });

  it('ends at midnight UTC', () => {
    expect(getResetMs(slots([getSlot(UTC_DAY, NOON_MS), 3]), UTC_DAY, NOON_MS)).toBe(12 * 3_600_000);
  });
});

describe('the arithmetic', () => {
  const used = slots([NOON - 40, 9], [NOON - 20, 2], [NOON - 10, 3], [NOON, 1]);

  it('sums the slots that count', () => {
    expect(sumUsed(used, MINUTE, NOON_MS)).toBe(6);
  });

  it.each([
    { excess: 1, waitMs: 11 * 2_000 },
    { excess: 2, waitMs: 11 * 2_000 },
    { excess: 3, waitMs: 21 * 2_000 },
    { excess: 6, waitMs: 31 * 2_000 },
    { excess: 7, waitMs: 31 * 2_000 },
  ])('waits until $excess have expired', ({ excess, waitMs }) => {
    expect(getWaitMs(used, MINUTE, excess, NOON_MS)).toBe(waitMs);
  });

  it.each([
    { name: 'a full newest slot', of: used, resetMs: 31 * 2_000 },
    { name: 'no slots', of: slots(), resetMs: 0 },
    { name: 'an empty newest slot', of: slots([NOON - 10, 3], [NOON, 0]), resetMs: 21 * 2_000 },
  ])('resets after $resetMs ms with $name', ({ of, resetMs }) => {
    expect(getResetMs(of, MINUTE, NOON_MS)).toBe(resetMs);
  });
});

/** The guarantees: no period of 60 s exceeds the limit, and nothing older than 60 s and one slot causes a refusal. */
describe('any traffic', () => {
  const traffic = fc.record({
    startMs: fc.integer({ min: 0, max: 120_000 }).map((ms) => NOON_MS + ms),
    limit: fc.integer({ min: 1, max: 40 }),
    steps: fc.array(
      fc.record({
        pauseMs: fc.oneof(
          fc.constant(0),
          fc.integer({ min: 0, max: 500 }),
          fc.integer({ min: 0, max: 40_000 }),
        ),
        cost: fc.integer({ min: 1, max: 8 }),
      }),
      { maxLength: 150 },
    ),
  });
  type Traffic = typeof traffic extends fc.Arbitrary<infer Value> ? Value : never;

  function run({ startMs, limit, steps }: Traffic, span: Window = MINUTE): Attempt[] {
    const counters = new MemoryCounters();
    let nowMs = startMs;
    return steps.map(({ pauseMs, cost }, index) => {
      nowMs += pauseMs;
      const checks: Check[] = [{ key: 'token:a:tpm', limit, cost, span }];
      const { isAdmitted, readings } = counters.take({ checks, holder: String(index), nowMs });
      return { atMs: nowMs, cost, isAdmitted, waitMs: readings[0]?.waitMs ?? Number.NaN };
    });
  }

  interface Attempt {
    atMs: number;
    cost: number;
    isAdmitted: boolean;
    waitMs: number;
  }

  const admittedIn = (attempts: readonly Attempt[], fromMs: number, toMs: number): number =>
    attempts
      .filter(({ isAdmitted, atMs }) => isAdmitted && atMs > fromMs && atMs <= toMs)
      .reduce((sum, { cost }) => sum + cost, 0);

  it('is admitted up to the limit in any period of 60 s', () => {
    fc.assert(
      fc.property(traffic, (given) => {
        const attempts = run(given);
        for (const { atMs } of attempts) {
          expect(admittedIn(attempts, atMs - 60_000, atMs)).toBeLessThanOrEqual(given.limit);
        }
      }),
    );
  });

  it('is refused only if the last 62 s leave too little', () => {
    fc.assert(
      fc.property(traffic, (given) => {
        const attempts = run(given);
        for (const [index, { atMs, cost, isAdmitted }] of attempts.entries()) {
          if (isAdmitted) continue;
          const before = attempts.slice(0, index);
          expect(admittedIn(before, atMs - 62_000, atMs) + cost).toBeGreaterThan(given.limit);
        }
      }),
    );
  });

  it('receives the first time at which it can be admitted', () => {
    fc.assert(
      fc.property(traffic, (given) => {
        const attempts = run(given);
        const last = attempts.at(-1);
        fc.pre(last !== undefined && !last.isAdmitted && last.cost <= given.limit);
        const again = (pauseMs: number): boolean | undefined =>
          run({ ...given, steps: [...given.steps, { pauseMs, cost: last?.cost ?? 0 }] }).at(-1)?.isAdmitted;
        expect(last?.waitMs).toBeLessThanOrEqual(62_000);
        expect(again((last?.waitMs ?? 0) - 1)).toBe(false);
        expect(again(last?.waitMs ?? 0)).toBe(true);
      }),
    );
  });
});
