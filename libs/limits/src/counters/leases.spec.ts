import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Asked, type Check } from './counters.js';
import { Leases } from './leases.js';
import { MINUTE, slotAt } from './window.js';

const NOON_MS = Date.UTC(2030, 0, 1, 12);
const NOON = slotAt(MINUTE, NOON_MS);
const CHECK: Check = { key: 'token:a:rpm', limit: 1_000, cost: 1, span: MINUTE };

const asking = (...checks: Check[]): Asked => ({ checks, holder: 'h' });

/** Leases of which Redis has given something out, so long after its slot began. */
function leasesWith(leased: number, sinceSlotMs = 0, ...checks: Check[]): Leases {
  const leases = new Leases(now);
  const readings = checks.map(() => ({ remaining: 500, waitMs: 0, resetMs: 0 }));
  leases.receive(checks, { isAdmitted: true, atMs: NOON_MS + sinceSlotMs, readings, leased }, now());
  return leases;
}

function countTaken(leases: Leases, asked: Asked): number {
  let taken = 0;
  while (leases.take(asked) !== undefined) taken += 1;
  return taken;
}

let clock = 0;
const now = (): number => clock;

beforeEach(() => {
  clock = 0;
});

describe('a lease', () => {
  it('admits what was leased, and tells how the limit stands', () => {
    const leases = leasesWith(2, 500, CHECK);
    expect(leases.take(asking(CHECK))).toEqual({
      isAdmitted: true,
      atMs: NOON_MS + 500,
      readings: [{ remaining: 501, waitMs: 0, resetMs: 61_500 }],
    });
    expect(countTaken(leases, asking(CHECK))).toBe(1);
  });

  it('ends with the slot that it was counted in', () => {
    const leases = leasesWith(3, 1_500, CHECK);
    clock += 499;
    expect(leases.take(asking(CHECK))?.atMs).toBe(NOON_MS + 1_999);
    clock += 1;
    expect(leases.take(asking(CHECK))).toBeUndefined();
    expect([...leases.end()]).toEqual([{ key: CHECK.key, window: MINUTE, slot: NOON, amount: -2 }]);
    expect([...leases.end()]).toEqual([]);
  });

  it('is of no use where one of several limits has none', () => {
    const other = { ...CHECK, key: 'owner:a:rpm' };
    const leases = leasesWith(3, 0, CHECK);
    expect(leases.take(asking(CHECK, other))).toBeUndefined();
    expect(leases.take(asking({ ...CHECK, limit: 999 }))).toBeUndefined();
    expect(countTaken(leases, asking(CHECK))).toBe(3);
  });

  it('takes corrections of what was taken from it', () => {
    const tokens = { ...CHECK, key: 'token:a:tpm', cost: 10 };
    const leases = leasesWith(2, 0, tokens);
    const correction = { key: tokens.key, window: MINUTE, takenAtMs: NOON_MS };
    leases.take(asking(tokens));
    expect(leases.correct({ ...correction, amount: -4 })).toBe(true);
    expect(leases.correct({ ...correction, amount: 14 })).toBe(true);
    expect(leases.correct({ ...correction, amount: 1 })).toBe(false);
    expect(leases.correct({ ...correction, amount: -1, takenAtMs: NOON_MS - 2_000 })).toBe(false);
    expect([...leases.end(true)]).toEqual([]);
  });
});

const ask = (leases: Leases, pauseMs: number): number => {
  clock += pauseMs;
  const wanted = leases.want(asking(CHECK));
  leases.receive([CHECK], undefined, now());
  return wanted;
};

describe('what is asked for', () => {
  it('is nothing for whoever asks seldom', () => {
    const leases = new Leases(now);
    expect(Array.from({ length: 20 }, () => ask(leases, 600))).toEqual(Array(20).fill(0));
  });

  it('grows while it is used up at once, and shrinks when it is not', () => {
    const leases = new Leases(now);
    const wanted = [...Array<number>(6).fill(10), 200, 500, 500, 500].map((pauseMs) => ask(leases, pauseMs));
    expect(wanted).toEqual([0, 0, 0, 4, 8, 16, 16, 8, 4, 0]);
  });

  it('is asked for once at a time', () => {
    const leases = new Leases(now);
    const wanted = Array.from({ length: 6 }, () => leases.want(asking(CHECK)));
    expect(wanted).toEqual([0, 0, 0, 4, 0, 0]);
  });
});

const running = (limit: number): Check => ({ key: 'token:a:concurrency', limit, cost: 1, span: 'running' });

/** A request that Redis has admitted, with so many places left, and that has ended. */
function endOne(limit: number, remaining: number, processes = 1): Leases {
  const leases = new Leases(now);
  const readings = [{ remaining, waitMs: 0, resetMs: 0 }];
  leases.places.hear(asking(running(limit)), { isAdmitted: true, atMs: 0, readings });
  leases.places.keep('token:a:concurrency', 'first', processes);
  return leases;
}

const takeAs = (leases: Leases, holder: string, limit = 10): boolean =>
  leases.take({ checks: [running(limit)], holder }) !== undefined;

describe('a place among the running requests', () => {
  it('is taken over by the next request, under its old name', () => {
    const leases = endOne(10, 9);
    const { places } = leases;
    expect(takeAs(leases, 'second')).toBe(true);
    expect(takeAs(leases, 'third')).toBe(false);
    expect(places.getPlace('token:a:concurrency', 'second')).toBe('first');
    expect(places.leave('token:a:concurrency', 'second')).toBe('first');
    expect(places.leave('token:a:concurrency', 'third')).toBe('third');
  });

  it.each([
    { why: 'few are left', limit: 10, remaining: 4, processes: 1 },
    { why: 'there is only one', limit: 1, remaining: 0, processes: 1 },
    { why: 'others are likely to want it', limit: 4, remaining: 3, processes: 4 },
  ])('goes back at once where $why', ({ limit, remaining, processes }) => {
    const leases = endOne(limit, remaining, processes);
    expect([...leases.places.free()]).toEqual([]);
  });

  it('goes back when nobody has taken it for a moment', () => {
    const leases = endOne(10, 9);
    clock += 99;
    expect([...leases.places.end(false)]).toEqual([]);
    clock += 1;
    expect([...leases.places.end(false)]).toEqual([{ key: 'token:a:concurrency', holder: 'first' }]);
    expect(takeAs(leases, 'second')).toBe(false);
  });

  it('is not kept on the word of long ago', () => {
    const leases = endOne(10, 9);
    clock += 251;
    expect(takeAs(leases, 'second')).toBe(false);
    expect([...leases.places.end(false)]).toHaveLength(1);
    expect(leases.isEmpty).toBe(true);
  });
});
