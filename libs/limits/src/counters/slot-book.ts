import { type Window, isCounted } from './window.js';

/** An amount in one slot of one limit. */
export interface Booking {
  key: string;
  window: Window;
  slot: number;
  amount: number;
}

interface Page {
  window: Window;
  slots: Map<number, number>;
}

const NO_SLOTS: ReadonlyMap<number, number> = new Map();
const SWEEP_EVERY_MS = 60_000;

/** Amounts by limit and slot; forgets what no longer counts. */
export class SlotBook {
  private readonly pages = new Map<string, Page>();
  private sweptAtMs = 0;

  getSlots(key: string): ReadonlyMap<number, number> {
    return this.pages.get(key)?.slots ?? NO_SLOTS;
  }

  add({ key, window, slot, amount }: Booking, nowMs: number): void {
    this.sweepNowAndThen(nowMs);
    let page = this.pages.get(key);
    if (page === undefined) this.pages.set(key, (page = { window, slots: new Map() }));
    const before = page.slots.get(slot);
    if (before === undefined) forgetOld(page, nowMs);
    page.slots.set(slot, (before ?? 0) + amount);
  }

  *bookings(nowMs: number): Iterable<Booking> {
    for (const [key, { window, slots }] of this.pages) {
      for (const [slot, amount] of slots) {
        if (amount !== 0 && isCounted(window, slot, nowMs)) yield { key, window, slot, amount };
      }
    }
  }

  private sweepNowAndThen(nowMs: number): void {
    if (Math.abs(nowMs - this.sweptAtMs) < SWEEP_EVERY_MS) return;
    this.sweptAtMs = nowMs;
    for (const [key, page] of this.pages) {
      forgetOld(page, nowMs);
      if (page.slots.size === 0) this.pages.delete(key);
    }
  }
}

function forgetOld({ window, slots }: Page, nowMs: number): void {
  for (const slot of slots.keys()) if (!isCounted(window, slot, nowMs)) slots.delete(slot);
}
