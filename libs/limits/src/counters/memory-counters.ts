import {
  type TakeRequest,
  type Check,
  type Correction,
  type Counters,
  RUNNING_WAIT_MS,
  type TakeResult,
} from './counters.js';
import { type SlotAmount, SlotBook } from './slot-book.js';
import { type Reading, getExpiryMs, getSlot, getWaitMs } from './window.js';

/** A request that counts against a concurrency limit. */
export interface RunningRequest {
  key: string;
  holder: string;
}

/** Counts in this process. */
export class MemoryCounters implements Counters {
  /** A single process counts everything. */
  readonly isShared = true;
  readonly processes = 1;
  readonly generation: number = 0;
  readonly refusalValidityMs = Number.POSITIVE_INFINITY;
  private readonly book = new SlotBook();
  private readonly holders = new Map<string, Set<string>>();

  take({ checks, holder, nowMs = Date.now() }: TakeRequest): TakeResult {
    let isAdmitted = true;
    const readings: Reading[] = [];
    for (const check of checks) {
      const reading = this.read(check, nowMs);
      if (reading.waitMs > 0) isAdmitted = false;
      readings.push(reading);
    }
    if (isAdmitted) this.countAndUpdate(checks, readings, holder, nowMs);
    return { isAdmitted, atMs: nowMs, readings };
  }

  /** Counts a request that was admitted elsewhere. */
  count(checks: readonly Check[], holder: string, atMs: number): void {
    for (const { key, span, cost } of checks) {
      if (span === 'running') this.addHolder(key, holder);
      else this.book.add({ key, window: span, slot: getSlot(span, atMs), amount: cost }, atMs);
    }
  }

  correct({ key, window, amount, takenAtMs, nowMs = Date.now() }: Correction): void {
    const slot = getSlot(window, amount > 0 ? nowMs : takenAtMs);
    const counted = this.book.read(key, nowMs)?.slots.get(slot) ?? 0;
    const change = Math.max(amount, -counted);
    if (change !== 0) this.book.add({ key, window, slot, amount: change }, nowMs);
  }

  release(key: string, holder: string): void {
    const holders = this.holders.get(key);
    if (holders?.delete(holder) === true && holders.size === 0) this.holders.delete(key);
  }

  listAmounts(nowMs: number): Iterable<SlotAmount> {
    return this.book.listAmounts(nowMs);
  }

  *listRunning(): Iterable<RunningRequest> {
    for (const [key, holders] of this.holders) for (const holder of holders) yield { key, holder };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** The state of a limit before the request is counted. With a wait, the request cannot be admitted. */
  private read({ key, span, limit, cost }: Check, nowMs: number): Reading {
    if (span === 'running') {
      const running = this.holders.get(key)?.size ?? 0;
      return {
        remaining: Math.max(0, limit - running),
        waitMs: running + cost > limit ? RUNNING_WAIT_MS : 0,
        resetMs: 0,
      };
    }
    const counts = this.book.read(key, nowMs);
    if (counts === undefined) {
      const waitMs = cost > limit ? span.slots * span.slotMs : 0;
      return { remaining: Math.max(0, limit), waitMs, resetMs: 0 };
    }
    const excess = counts.used + cost - limit;
    return {
      remaining: Math.max(0, limit - counts.used),
      waitMs: excess > 0 ? getWaitMs(counts.slots, span, excess, nowMs) : 0,
      resetMs: getExpiryMs(span, counts.newest, nowMs),
    };
  }

  /** Counts the request, and updates the readings to the state after it. */
  private countAndUpdate(
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
      reading.resetMs = getExpiryMs(span, newest, nowMs);
    }
  }

  private addHolder(key: string, holder: string): void {
    const holders = this.holders.get(key);
    if (holders === undefined) this.holders.set(key, new Set([holder]));
    else holders.add(holder);
  }
}
