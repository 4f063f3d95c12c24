import {
  type Asked,
  type Check,
  type Correction,
  type Counters,
  RUNNING_WAIT_MS,
  type Taken,
} from './counters.js';
import { type Booking, SlotBook } from './slot-book.js';
import { type Reading, leavesInMs, slotAt, waitForMs } from './window.js';

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
  readonly refusalsHoldMs = Number.POSITIVE_INFINITY;
  private readonly book = new SlotBook();
  private readonly holders = new Map<string, Set<string>>();

  take({ checks, holder, nowMs = Date.now() }: Asked): Taken {
    let isAdmitted = true;
    const readings: Reading[] = [];
    for (const check of checks) {
      const reading = this.read(check, nowMs);
      if (reading.waitMs > 0) isAdmitted = false;
      readings.push(reading);
    }
    if (isAdmitted) this.countRead(checks, readings, holder, nowMs);
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
    const counted = this.book.read(key, nowMs)?.slots.get(slot) ?? 0;
    const due = Math.max(amount, -counted);
    if (due !== 0) this.book.add({ key, window, slot, amount: due }, nowMs);
  }

  release(key: string, holder: string): void {
    const holders = this.holders.get(key);
    if (holders?.delete(holder) === true && holders.size === 0) this.holders.delete(key);
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

  /** How a limit stands before the request is counted. It would not fit where there is something to wait for. */
  private read({ key, span, limit, cost }: Check, nowMs: number): Reading {
    if (span === 'running') {
      const running = this.holders.get(key)?.size ?? 0;
      return {
        remaining: Math.max(0, limit - running),
        waitMs: running + cost > limit ? RUNNING_WAIT_MS : 0,
        resetMs: 0,
      };
    }
    const page = this.book.read(key, nowMs);
    if (page === undefined) {
      const waitMs = cost > limit ? span.slots * span.slotMs : 0;
      return { remaining: Math.max(0, limit), waitMs, resetMs: 0 };
    }
    const excess = page.used + cost - limit;
    return {
      remaining: Math.max(0, limit - page.used),
      waitMs: excess > 0 ? waitForMs(page.slots, span, excess, nowMs) : 0,
      resetMs: leavesInMs(span, page.newest, nowMs),
    };
  }

  /** Counts the request, and has the readings tell how the limits stand after it. */
  private countRead(
    checks: readonly Check[],
    readings: readonly Reading[],
    holder: string,
    nowMs: number,
  ): void {
    this.count(checks, holder, nowMs);
    for (let index = 0; index < checks.length; index += 1) {
      const { key, span, cost } = checks[index] as Check;
      const reading = readings[index] as Reading;
      reading.remaining = Math.max(0, reading.remaining - cost);
      if (span === 'running') continue;
      const newest = this.book.read(key, nowMs)?.newest ?? Number.NEGATIVE_INFINITY;
      reading.resetMs = leavesInMs(span, newest, nowMs);
    }
  }

  private hold(key: string, holder: string): void {
    const holders = this.holders.get(key);
    if (holders === undefined) this.holders.set(key, new Set([holder]));
    else holders.add(holder);
  }
}
