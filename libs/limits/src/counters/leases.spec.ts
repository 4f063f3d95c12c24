import { beforeEach, describe, expect, it } from '@jest/globals';
import { type TakeRequest, type Check } from './counters.js';
import { Leases } from './leases.js';
import { MINUTE, getSlot } from './window.js';

const NOON_MS = Date.UTC(2030, 0, 1, 12);
const NOON = getSlot(MINUTE, NOON_MS);
const CHECK: Check = { key: 'token:a:rpm', limit: 1_000, cost: 1, span: MINUTE };

const request = (...checks: Check[]): TakeRequest => ({ checks, holder: 'h' });

/** Leases after Redis has counted this many requests in advance, this long after the slot began. */
function leasesWith(leasedRequests: number, sinceSlotMs = 0, ...checks: Check[]): Leases {
  const leases = new Leases(now);
  const readings = checks.map(() => ({ remaining: 500, waitMs: 0, resetMs: 0 }));
  leases.update(checks, { isAdmitted: true, atMs: NOON_MS + sinceSlotMs, readings, leasedRequests }, now());
  return leases;
}

function countTaken(leases: Leases, taking: TakeRequest): number {
  let taken = 0;
  while (leases.take(taking) !== undefined) taken += 1;
  return taken;
}

let clock = 0;
const now = (): number => clock;

beforeEach(() => {
  clock = 0;
});

describe('a lease', () => {
  it('admits the leased requests, with the state of the limit', () => {
    const leases = leasesWith(2, 500, CHECK);
    expect(leases.take(request(CHECK))).toEqual({
      isAdmitted: true,
      atMs: NOON_MS + 500,
      readings: [{ remaining: 501, waitMs: 0, resetMs: 61_500 }],
    });
    expect(countTaken(leases, request(CHECK))).toBe(1);
  });

  it('ends with the slot in which it was counted', () => {
    const leases = leasesWith(3, 1_500, CHECK);
    clock += 499;
    expect(leases.take(request(CHECK))?.atMs).toBe(NOON_MS + 1_999);
    clock += 1;
    expect(leases.take(request(CHECK))).toBeUndefined();
    expect([...leases.takeReturns()]).toEqual([{ key: CHECK.key, window: MINUTE, slot: NOON, amount: -2 }]);
    expect([...leases.takeReturns()]).toEqual([]);
  });

  it('is not used if another limit of the request has none', () => {
    const other = { ...CHECK, key: 'owner:a:rpm' };
    const leases = leasesWith(3, 0, CHECK);
    expect(leases.take(request(CHECK, other))).toBeUndefined();
    expect(leases.take(request({ ...CHECK, limit: 999 }))).toBeUndefined();
    expect(countTaken(leases, request(CHECK))).toBe(3);
  });

  it('applies corrections of amounts that were taken from it', () => {
    const tokens = { ...CHECK, key: 'token:a:tpm', cost: 10 };
    const leases = leasesWith(2, 0, tokens);
    const correction = { key: tokens.key, window: MINUTE, takenAtMs: NOON_MS };
    leases.take(request(tokens));
    expect(leases.correct({ ...correction, amount: -4 })).toBe(true);
    expect(leases.correct({ ...correction, amount: 14 })).toBe(true);
    expect(leases.correct({ ...correction, amount: 1 })).toBe(false);
    expect(leases.correct({ ...correction, amount: -1, takenAtMs: NOON_MS - 2_000 })).toBe(false);
    expect([...leases.takeReturns(true)]).toEqual([]);
  });
});

const planAfter = (leases: Leases, pauseMs: number): number => {
  clock += pauseMs;
  const size = leases.planLease(request(CHECK));
  leases.update([CHECK], undefined, now());
  return size;
};

describe('the size of a lease', () => {
  it('is 0 if queries are rare', () => {
    const leases = new Leases(now);
    expect(Array.from({ length: 20 }, () => planAfter(leases, 600))).toEqual(Array(20).fill(0));
  });

  it('grows while leases are used up quickly, and shrinks when they are not', () => {
    const leases = new Leases(now);
    const pauses = [...Array<number>(6).fill(10), 200, 500, 500, 500];
    expect(pauses.map((pauseMs) => planAfter(leases, pauseMs))).toEqual([0, 0, 0, 4, 8, 16, 16, 8, 4, 0]);
  });

  it('is 0 while another query is in progress', () => {
    const leases = new Leases(now);
    const sizes = Array.from({ length: 6 }, () => leases.planLease(request(CHECK)));
    expect(sizes).toEqual([0, 0, 0, 4, 0, 0]);
  });
});

const running = (limit: number): Check => ({ key: 'token:a:concurrency', limit, cost: 1, span: 'running' });

/** A request that Redis has admitted, with this many remaining, and that has ended. */
function endOne(limit: number, remaining: number, processes = 1): Leases {
  const leases = new Leases(now);
  const readings = [{ remaining, waitMs: 0, resetMs: 0 }];
  leases.permits.update(request(running(limit)), { isAdmitted: true, atMs: 0, readings });
  leases.permits.tryAdd('token:a:concurrency', 'first', processes);
  return leases;
}

const takeAs = (leases: Leases, holder: string, limit = 10): boolean =>
  leases.take({ checks: [running(limit)], holder }) !== undefined;

describe('a cached concurrency permit', () => {
  it('is used by the next request, with the same id', () => {
    const leases = endOne(10, 9);
    const { permits } = leases;
    expect(takeAs(leases, 'second')).toBe(true);
    expect(takeAs(leases, 'third')).toBe(false);
    expect(permits.getPermitId('token:a:concurrency', 'second')).toBe('first');
    expect(permits.removePermitId('token:a:concurrency', 'second')).toBe('first');
    expect(permits.removePermitId('token:a:concurrency', 'third')).toBe('third');
  });

  it.each([
    { why: 'few remain', limit: 10, remaining: 4, processes: 1 },
    { why: 'there is only one', limit: 1, remaining: 0, processes: 1 },
    { why: 'other processes are likely to need it', limit: 4, remaining: 3, processes: 4 },
  ])('is not cached if $why', ({ limit, remaining, processes }) => {
    const leases = endOne(limit, remaining, processes);
    expect([...leases.permits.listFree()]).toEqual([]);
  });

  it('is returned after it was unused for 100 ms', () => {
    const leases = endOne(10, 9);
    clock += 99;
    expect([...leases.permits.takeExpired(false)]).toEqual([]);
    clock += 1;
    expect([...leases.permits.takeExpired(false)]).toEqual([{ key: 'token:a:concurrency', holder: 'first' }]);
    expect(takeAs(leases, 'second')).toBe(false);
  });

  it('is not used if the last query was too long ago', () => {
    const leases = endOne(10, 9);
    clock += 251;
    expect(takeAs(leases, 'second')).toBe(false);
    expect([...leases.permits.takeExpired(false)]).toHaveLength(1);
    expect(leases.isEmpty).toBe(true);
  });
});
