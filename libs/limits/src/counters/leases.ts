import { type Asked, type Check, type Correction, type Taken } from './counters.js';
import { KeptPlaces } from './kept-places.js';
import { type Booking } from './slot-book.js';
import { MINUTE, type Reading, type Window, leavesInMs, slotAt } from './window.js';

/** A part of a limit that Redis has counted as used, and that this process admits requests from without asking. */
interface Lease {
  window: Window;
  limit: number;
  /** Where it was counted: what is left of it is given back there. */
  slot: number;
  left: number;
  /** What the limit had beside it when it was last heard of. */
  remaining: number;
  /** By this process's own clock. */
  endsAt: number;
  /** What Redis' clock is ahead of this process's own, or a little less. */
  aheadMs: number;
}

/** How fast requests to one limit come, by how often Redis had to be asked. */
interface Demand {
  /** So many requests are leased for at a time. */
  requests: number;
  asked: number;
  askedAt: number;
  isAsking: boolean;
}

/** A slot counts from its beginning, so what was leased in one must not be used in the next. */
const MAX_LEASE_MS = MINUTE.slotMs;
/** For whoever asks more seldom than so often in a row, nothing is set aside. */
const MIN_ASKED = 4;
const IN_A_ROW_MS = 500;
/** As much is leased at a time as will last about so long. */
const LEASE_FOR_MS = 100;
const MAX_REQUESTS = 10_000;
const FORGET_AFTER_MS = 10_000;
/** Clients are told nothing about how many places are left. */
const RUNNING: Reading = { remaining: 0, waitMs: 0, resetMs: 0 };

/**
 * What this process may still admit without asking Redis. All of it is counted in Redis already: so the processes together
 * never admit more than a limit says. Near the limit one of them may be refused what another has leased and not used; that
 * is given back after two seconds at the latest.
 */
export class Leases {
  readonly places: KeptPlaces;
  private readonly leases = new Map<string, Lease>();
  private readonly demands = new Map<string, Demand>();
  private returned: Booking[] = [];

  constructor(private readonly now: () => number = () => performance.now()) {
    this.places = new KeptPlaces(now);
  }

  get isEmpty(): boolean {
    return this.leases.size === 0 && this.returned.length === 0 && this.places.isEmpty;
  }

  /** Undefined where Redis has to be asked. */
  take({ checks, holder, nowMs }: Asked): Taken | undefined {
    // Whoever brings a clock of their own has no use for what was leased by another.
    if (nowMs !== undefined || (this.leases.size === 0 && this.places.isEmpty)) return undefined;
    const now = this.now();
    for (const check of checks) {
      const isCovered = check.span === 'running' ? this.places.has(check) : this.covers(check, now);
      if (!isCovered) return undefined;
    }
    let atMs: number | undefined;
    const readings: Reading[] = [];
    for (const { key, cost, span } of checks) {
      if (span === 'running') {
        this.places.take(key, holder);
        readings.push(RUNNING);
        continue;
      }
      const lease = this.leases.get(key) as Lease;
      lease.left -= cost;
      atMs = Math.floor(now + lease.aheadMs);
      const resetMs = leavesInMs(span, lease.slot, atMs);
      readings.push({ remaining: lease.remaining + lease.left, waitMs: 0, resetMs });
    }
    return { isAdmitted: true, atMs: atMs ?? Date.now(), readings };
  }

  /** For how many more requests like this one Redis should lease something, now that it is asked. */
  want({ checks, nowMs }: Asked): number {
    const key = checks[0]?.key;
    if (key === undefined || nowMs !== undefined) return 0;
    // What is counted in advance is of no use to a request that has to ask for its place among the running ones.
    for (const check of checks) if (check.span === 'running' && !this.places.has(check)) return 0;
    const now = this.now();
    let demand = this.demands.get(key);
    if (demand === undefined)
      this.demands.set(key, (demand = { requests: 0, asked: 0, askedAt: now, isAsking: false }));
    if (demand.isAsking) return 0;
    adapt(demand, now - demand.askedAt);
    demand.askedAt = now;
    demand.isAsking = demand.requests > 0;
    return demand.requests;
  }

  /** Redis has answered what was asked at this time; or it has not, and nothing is known. */
  receive(checks: readonly Check[], taken: Taken | undefined, askedAt: number): void {
    const demand = this.demands.get(checks[0]?.key ?? '');
    if (demand !== undefined) demand.isAsking = false;
    if (taken?.leased === undefined || taken.leased === 0) return;
    const { atMs, readings, leased } = taken;
    checks.forEach(({ key, span, limit, cost }, index) => {
      if (span === 'running') return;
      const slot = slotAt(span, atMs);
      const remaining = readings[index]?.remaining ?? 0;
      const left = leased * cost + this.keep(key, slot, limit);
      // When Redis was asked, its clock showed no more than when it answered: so the lease never ends too late.
      const endsAt = askedAt + Math.min(MAX_LEASE_MS, (slot + 1) * span.slotMs - atMs);
      const aheadMs = atMs - askedAt;
      this.leases.set(key, { window: span, limit, slot, left, remaining, endsAt, aheadMs });
    });
  }

  /** Whether a correction could be made within a lease: Redis need not know of it. */
  correct({ key, amount, takenAtMs, nowMs }: Correction): boolean {
    const lease = this.leases.get(key);
    if (lease === undefined || nowMs !== undefined || this.now() >= lease.endsAt) return false;
    // What was too little counts from now on, what was too much goes back where it was taken from.
    if (amount > 0 ? lease.left < amount : slotAt(lease.window, takenAtMs) !== lease.slot) return false;
    lease.left -= amount;
    return true;
  }

  /** What has come to an end, to be given back. */
  *end(all = false): Iterable<Booking> {
    const now = this.now();
    for (const [key, lease] of this.leases) {
      if (!all && now < lease.endsAt) continue;
      this.leases.delete(key);
      this.giveBack(key, lease);
    }
    for (const [key, { askedAt }] of this.demands) {
      if (now - askedAt > FORGET_AFTER_MS) this.demands.delete(key);
    }
    yield* this.returned;
    this.returned = [];
  }

  private covers({ key, limit, cost }: Check, now: number): boolean {
    const lease = this.leases.get(key);
    return lease !== undefined && lease.limit === limit && lease.left >= cost && now < lease.endsAt;
  }

  /** What is left of an earlier lease: it stays where it belongs to the same slot, or else goes back. */
  private keep(key: string, slot: number, limit: number): number {
    const lease = this.leases.get(key);
    if (lease === undefined) return 0;
    if (lease.slot === slot && lease.limit === limit) return lease.left;
    this.giveBack(key, lease);
    return 0;
  }

  private giveBack(key: string, { window, slot, left }: Lease): void {
    if (left > 0) this.returned.push({ key, window, slot, amount: -left });
  }
}

/** Twice as much where it was used up at once, half of it where it lasted for long. */
function adapt(demand: Demand, lastedMs: number): void {
  if (demand.requests === 0) {
    demand.asked = lastedMs > IN_A_ROW_MS ? 1 : demand.asked + 1;
    if (demand.asked >= MIN_ASKED) demand.requests = MIN_ASKED;
    return;
  }
  if (lastedMs < LEASE_FOR_MS) demand.requests = Math.min(MAX_REQUESTS, demand.requests * 2);
  if (lastedMs < 4 * LEASE_FOR_MS) return;
  demand.requests = Math.floor(demand.requests / 2);
  if (demand.requests >= MIN_ASKED) return;
  demand.requests = 0;
  demand.asked = 0;
}
