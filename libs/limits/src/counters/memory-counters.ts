import {
  type Asked,
  type Check,
  type Correction,
  type Counters,
  RUNNING_WAIT_MS,
  type Taken,
} from './counters.js';
import { type Booking, SlotBook } from './slot-book.js';
import { type Reading, resetInMs, slotAt, countUsed, waitForMs } from './window.js';

/** A request that holds a place among the running ones. */
export interface RunningRequest {
  key: string;
  holder: string;
}

/** Counts in this process. */
export class MemoryCounters implements Counters {
  /** A process alone has nobody to share with. */
  readonly isShared = true;
  readonly processes = 1;
  readonly changes: number = 0;
  private readonly book = new SlotBook();
  private readonly holders = new Map<string, Set<string>>();

  take({ checks, holder, nowMs = Date.now() }: Asked): Taken {
    const used = checks.map((check) => this.used(check, nowMs));
    const isAdmitted = checks.every(({ limit, cost }, index) => (used[index] ?? 0) + cost <= limit);
    if (isAdmitted) this.count(checks, holder, nowMs);
    const readings = checks.map((check, index) => this.reading(check, used[index] ?? 0, isAdmitted, nowMs));
    return { isAdmitted, atMs: nowMs, readings };
  }

  /** Counts a request that was admitted elsewhere. */
  count(checks: readonly Check[], holder: string, atMs: number): void {
    for (const { key, span, cost } of checks) {
      if (span === 'running') this.hold(key, holder);
      else this.book.add({ key, window: span, slot: slotAt(span, atMs), amount: cost }, atMs);
    }
  }

  correct({ key, window, amount, takenAtMs, nowMs = Date.now() }: Correction): void {
    const slot = slotAt(window, amount > 0 ? nowMs : takenAtMs);
    const counted = this.book.getSlots(key).get(slot) ?? 0;
    const due = Math.max(amount, -counted);
    if (due !== 0) this.book.add({ key, window, slot, amount: due }, nowMs);
  }

  release(keys: readonly string[], holder: string): void {
    for (const key of keys) {
      const holders = this.holders.get(key);
      if (holders?.delete(holder) === true && holders.size === 0) this.holders.delete(key);
    }
  }

  bookings(nowMs: number): Iterable<Booking> {
    return this.book.bookings(nowMs);
  }

  *running(): Iterable<RunningRequest> {
    for (const [key, holders] of this.holders) for (const holder of holders) yield { key, holder };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private used({ key, span }: Check, nowMs: number): number {
    if (span === 'running') return this.holders.get(key)?.size ?? 0;
    return countUsed(this.book.getSlots(key), span, nowMs);
  }

  private reading(
    { key, span, limit, cost }: Check,
    used: number,
    isAdmitted: boolean,
    nowMs: number,
  ): Reading {
    const excess = used + cost - limit;
    const remaining = Math.max(0, limit - used - (isAdmitted ? cost : 0));
    if (span === 'running') return { remaining, waitMs: excess > 0 ? RUNNING_WAIT_MS : 0, resetMs: 0 };
    const slots = this.book.getSlots(key);
    return {
      remaining,
      waitMs: excess > 0 ? waitForMs(slots, span, excess, nowMs) : 0,
      resetMs: resetInMs(slots, span, nowMs),
    };
  }

  private hold(key: string, holder: string): void {
    const holders = this.holders.get(key);
    if (holders === undefined) this.holders.set(key, new Set([holder]));
    else holders.add(holder);
  }
}
