import { type TakeRequest, type Check, type Correction, type TakeResult } from './counters.js';
import { PermitCache } from './permit-cache.js';
import { type SlotAmount } from './slot-book.js';
import { MINUTE, type Reading, type Window, getExpiryMs, getSlot } from './window.js';

/** A part of a limit that Redis has counted as used. This process admits requests from it without a query. */
interface Lease {
  window: Window;
  limit: number;
  /** The time slot in which it was counted, and to which the unused rest is returned. */
  slot: number;
  available: number;
  /** What remained of the limit besides the lease, at the last query. */
  limitRemaining: number;
  /** By the clock of this process. */
  endsAt: number;
  /** The time of Redis minus that of this process, or a little less. */
  clockOffsetMs: number;
}

/** The rate of requests to one limit, measured by the queries to Redis. */
interface Demand {
  /** For how many requests is leased at a time. */
  leaseSize: number;
  queries: number;
  queriedAt: number;
  isQuerying: boolean;
}

/** Requests of a lease count in the slot of the lease, so it must not be used in a later slot. */
const MAX_LEASE_MS = MINUTE.slotMs;
/** Leasing starts after this many queries, each within the interval of the previous one. */
const MIN_QUERIES = 4;
const MAX_INTERVAL_MS = 500;
/** The lease size is adapted so that a lease lasts about this long. */
const LEASE_FOR_MS = 100;
const MAX_REQUESTS = 10_000;
const FORGET_AFTER_MS = 10_000;
/** Concurrency limits have no headers, so their state is not needed. */
const RUNNING: Reading = { remaining: 0, waitMs: 0, resetMs: 0 };

/**
 * Admits requests without a query to Redis. Leases are already counted in Redis, so all processes together never exceed
 * a limit. Near the limit, a request can be refused because another process has an unused lease; that is returned after
 * two seconds at the latest.
 */
export class Leases {
  readonly permits: PermitCache;
  private readonly leases = new Map<string, Lease>();
  private readonly demands = new Map<string, Demand>();
  private returns: SlotAmount[] = [];

  constructor(private readonly now: () => number = () => performance.now()) {
    this.permits = new PermitCache(now);
  }

  get isEmpty(): boolean {
    return this.leases.size === 0 && this.returns.length === 0 && this.permits.isEmpty;
  }

  /** Undefined if a query to Redis is necessary. */
  take({ checks, holder, nowMs }: TakeRequest): TakeResult | undefined {
    // Leases are based on the clock of this process, so they do not apply with another one.
    if (nowMs !== undefined || (this.leases.size === 0 && this.permits.isEmpty)) return undefined;
    const now = this.now();
    for (const check of checks) {
      const isCovered = check.span === 'running' ? this.permits.hasPermit(check) : this.covers(check, now);
      if (!isCovered) return undefined;
    }
    let atMs: number | undefined;
    const readings: Reading[] = [];
    for (const { key, cost, span } of checks) {
      if (span === 'running') {
        this.permits.take(key, holder);
        readings.push(RUNNING);
        continue;
      }
      const lease = this.leases.get(key) as Lease;
      lease.available -= cost;
      atMs = Math.floor(now + lease.clockOffsetMs);
      const resetMs = getExpiryMs(span, lease.slot, atMs);
      readings.push({ remaining: lease.limitRemaining + lease.available, waitMs: 0, resetMs });
    }
    return { isAdmitted: true, atMs: atMs ?? Date.now(), readings };
  }

  /** For how many similar requests the next query should lease. */
  planLease({ checks, nowMs }: TakeRequest): number {
    const key = checks[0]?.key;
    if (key === undefined || nowMs !== undefined) return 0;
    // A lease is useless if similar requests need a query anyway, for their concurrency limit.
    for (const check of checks) if (check.span === 'running' && !this.permits.hasPermit(check)) return 0;
    const now = this.now();
    let demand = this.demands.get(key);
    if (demand === undefined)
      this.demands.set(key, (demand = { leaseSize: 0, queries: 0, queriedAt: now, isQuerying: false }));
    if (demand.isQuerying) return 0;
    adaptLeaseSize(demand, now - demand.queriedAt);
    demand.queriedAt = now;
    demand.isQuerying = demand.leaseSize > 0;
    return demand.leaseSize;
  }

  /** Applies the result of a query that was sent at this time; undefined if the query failed. */
  update(checks: readonly Check[], taken: TakeResult | undefined, sentAt: number): void {
    const demand = this.demands.get(checks[0]?.key ?? '');
    if (demand !== undefined) demand.isQuerying = false;
    if (taken?.leasedRequests === undefined || taken.leasedRequests === 0) return;
    const { atMs, readings, leasedRequests } = taken;
    checks.forEach(({ key, span, limit, cost }, index) => {
      if (span === 'running') return;
      const slot = getSlot(span, atMs);
      const limitRemaining = readings[index]?.remaining ?? 0;
      const available = leasedRequests * cost + this.carryOver(key, slot, limit);
      // Calculated from the time of sending, so that the lease never ends too late.
      const endsAt = sentAt + Math.min(MAX_LEASE_MS, (slot + 1) * span.slotMs - atMs);
      const clockOffsetMs = atMs - sentAt;
      this.leases.set(key, { window: span, limit, slot, available, limitRemaining, endsAt, clockOffsetMs });
    });
  }

  /** Applies a correction to a lease, without a query. False if that is not possible. */
  correct({ key, amount, takenAtMs, nowMs }: Correction): boolean {
    const lease = this.leases.get(key);
    if (lease === undefined || nowMs !== undefined || this.now() >= lease.endsAt) return false;
    // An increase is taken from the lease; a decrease can only be returned to its own slot.
    if (amount > 0 ? lease.available < amount : getSlot(lease.window, takenAtMs) !== lease.slot) return false;
    lease.available -= amount;
    return true;
  }

  /** Ends expired leases (or all), and returns their unused amounts. */
  *takeReturns(all = false): Iterable<SlotAmount> {
    const now = this.now();
    for (const [key, lease] of this.leases) {
      if (!all && now < lease.endsAt) continue;
      this.leases.delete(key);
      this.addReturn(key, lease);
    }
    for (const [key, { queriedAt }] of this.demands) {
      if (now - queriedAt > FORGET_AFTER_MS) this.demands.delete(key);
    }
    yield* this.returns;
    this.returns = [];
  }

  private covers({ key, limit, cost }: Check, now: number): boolean {
    const lease = this.leases.get(key);
    return lease !== undefined && lease.limit === limit && lease.available >= cost && now < lease.endsAt;
  }

  /** The unused rest of an earlier lease of the same slot. That of another slot is returned. */
  private carryOver(key: string, slot: number, limit: number): number {
    const lease = this.leases.get(key);
    if (lease === undefined) return 0;
    if (lease.slot === slot && lease.limit === limit) return lease.available;
    this.addReturn(key, lease);
    return 0;
  }

  private addReturn(key: string, { window, slot, available }: Lease): void {
    if (available > 0) this.returns.push({ key, window, slot, amount: -available });
  }
}

/** Doubles the lease size if a lease was quickly used up, and halves it if it lasted long. */
function adaptLeaseSize(demand: Demand, lastedMs: number): void {
  if (demand.leaseSize === 0) {
    demand.queries = lastedMs > MAX_INTERVAL_MS ? 1 : demand.queries + 1;
    if (demand.queries >= MIN_QUERIES) demand.leaseSize = MIN_QUERIES;
    return;
  }
  if (lastedMs < LEASE_FOR_MS) demand.leaseSize = Math.min(MAX_REQUESTS, demand.leaseSize * 2);
  if (lastedMs < 4 * LEASE_FOR_MS) return;
  demand.leaseSize = Math.floor(demand.leaseSize / 2);
  if (demand.leaseSize >= MIN_QUERIES) return;
  demand.leaseSize = 0;
  demand.queries = 0;
}
