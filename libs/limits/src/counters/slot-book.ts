import { type Window, countUsed, findNewest, isCounted, slotAt } from './window.js';

/** An amount in one slot of one limit. */
export interface Booking {
  key: string;
  window: Window;
  slot: number;
  amount: number;
}

/** What one limit has in its slots, added up for one of them as the present one. */
export interface Page {
  readonly window: Window;
  readonly slots: ReadonlyMap<number, number>;
  /** The sum of all slots that count. */
  readonly used: number;
  /** The latest slot that holds something; minus infinity where none does. */
  readonly newest: number;
}

/** More than one, so that what is over goes faster than new comes. */
const SWEPT_AT_A_TIME = 2;

/** Amounts by limit and slot; forgets what no longer counts. */
export class SlotBook {
  private readonly pages = new Map<string, SummedPage>();
  private sweeping = this.pages.entries();

  read(key: string, nowMs: number): Page | undefined {
    const page = this.pages.get(key);
    page?.sumUp(nowMs);
    return page;
  }

  add({ key, window, slot, amount }: Booking, nowMs: number): void {
    let page = this.pages.get(key);
    if (page === undefined) {
      this.sweepSome(nowMs);
      this.pages.set(key, (page = new SummedPage(window)));
    }
    page.add(slot, amount, nowMs);
  }

  *bookings(nowMs: number): Iterable<Booking> {
    for (const [key, { window, slots }] of this.pages) {
      for (const [slot, amount] of slots) {
        if (amount !== 0 && isCounted(window, slot, nowMs)) yield { key, window, slot, amount };
      }
    }
  }

  /** With every new limit a few others are looked at: all at once could be a hundred thousand. */
  private sweepSome(nowMs: number): void {
    for (let count = 0; count < SWEPT_AT_A_TIME; count += 1) {
      const next = this.sweeping.next();
      if (next.done === true) {
        this.sweeping = this.pages.entries();
        return;
      }
      const [key, page] = next.value;
      if (page.forgetOld(nowMs) === 0) this.pages.delete(key);
    }
  }
}

/** Keeps its sums from one request to the next: the slots are added up anew only when another one has become the present. */
class SummedPage implements Page {
  readonly slots = new Map<number, number>();
  used = 0;
  newest = Number.NEGATIVE_INFINITY;
  private present = Number.NaN;

  constructor(readonly window: Window) {}

  add(slot: number, amount: number, nowMs: number): void {
    const before = this.slots.get(slot);
    if (before === undefined) this.forgetOld(nowMs);
    const after = (before ?? 0) + amount;
    this.slots.set(slot, after);
    const isSummed = this.present === slotAt(this.window, nowMs) && isCounted(this.window, slot, nowMs);
    if (!isSummed || (after <= 0 && slot === this.newest)) {
      this.present = Number.NaN;
      return;
    }
    this.used += amount;
    if (after > 0 && slot > this.newest) this.newest = slot;
  }

  sumUp(nowMs: number): void {
    const present = slotAt(this.window, nowMs);
    if (present === this.present) return;
    this.present = present;
    this.used = countUsed(this.slots, this.window, nowMs);
    this.newest = findNewest(this.slots, this.window, nowMs);
  }

  /** How many slots are left. */
  forgetOld(nowMs: number): number {
    for (const slot of this.slots.keys()) if (!isCounted(this.window, slot, nowMs)) this.slots.delete(slot);
    return this.slots.size;
  }
}
