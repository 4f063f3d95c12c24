import { type Window, sumUsed, findNewestSlot, isCounted, getSlot } from './window.js';

/** An amount in one time slot of a limit. */
export interface SlotAmount {
  key: string;
  window: Window;
  slot: number;
  amount: number;
}

/** The slots of a limit, with their sum at the current time. */
export interface LimitSlots {
  readonly window: Window;
  readonly slots: ReadonlyMap<number, number>;
  /** The sum of all slots that count. */
  readonly used: number;
  /** The latest slot that is not empty; minus infinity if there is none. */
  readonly newest: number;
}

/** More than one, so that limits are removed faster than new ones are added. */
const SWEEP_SIZE = 2;

/** Amounts by limit and slot. Expired ones are removed. */
export class SlotBook {
  private readonly limits = new Map<string, SummedSlots>();
  private sweepIterator = this.limits.entries();

  read(key: string, nowMs: number): LimitSlots | undefined {
    const page = this.limits.get(key);
    page?.updateSums(nowMs);
    return page;
  }

  add({ key, window, slot, amount }: SlotAmount, nowMs: number): void {
    let page = this.limits.get(key);
    if (page === undefined) {
      this.sweep(nowMs);
      this.limits.set(key, (page = new SummedSlots(window)));
    }
    page.add(slot, amount, nowMs);
  }

  *listAmounts(nowMs: number): Iterable<SlotAmount> {
    for (const [key, { window, slots }] of this.limits) {
      for (const [slot, amount] of slots) {
        if (amount !== 0 && isCounted(window, slot, nowMs)) yield { key, window, slot, amount };
      }
    }
  }

  /** Checks a few limits whenever one is added, because checking all could mean a hundred thousand. */
  private sweep(nowMs: number): void {
    for (let count = 0; count < SWEEP_SIZE; count += 1) {
      const next = this.sweepIterator.next();
      if (next.done === true) {
        this.sweepIterator = this.limits.entries();
        return;
      }
      const [key, page] = next.value;
      if (page.removeExpired(nowMs) === 0) this.limits.delete(key);
    }
  }
}

/** Updates its sums with every amount. They are computed again only when the current slot changes. */
class SummedSlots implements LimitSlots {
  readonly slots = new Map<number, number>();
  used = 0;
  newest = Number.NEGATIVE_INFINITY;
  private currentSlot = Number.NaN;

  constructor(readonly window: Window) {}

  add(slot: number, amount: number, nowMs: number): void {
    const before = this.slots.get(slot);
    if (before === undefined) this.removeExpired(nowMs);
    const after = (before ?? 0) + amount;
    this.slots.set(slot, after);
    const isSummed = this.currentSlot === getSlot(this.window, nowMs) && isCounted(this.window, slot, nowMs);
    if (!isSummed || (after <= 0 && slot === this.newest)) {
      this.currentSlot = Number.NaN;
      return;
    }
    this.used += amount;
    if (after > 0 && slot > this.newest) this.newest = slot;
  }

  updateSums(nowMs: number): void {
    const present = getSlot(this.window, nowMs);
    if (present === this.currentSlot) return;
    this.currentSlot = present;
    this.used = sumUsed(this.slots, this.window, nowMs);
    this.newest = findNewestSlot(this.slots, this.window, nowMs);
  }

  /** Returns the number of remaining slots. */
  removeExpired(nowMs: number): number {
    for (const slot of this.slots.keys()) if (!isCounted(this.window, slot, nowMs)) this.slots.delete(slot);
    return this.slots.size;
  }
}
