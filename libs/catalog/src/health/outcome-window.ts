const SLOT_MS = 1_000;

interface Slot {
  /** The second it counts. Older slots are overwritten. */
  number: number;
  successes: number;
  failures: number;
}

/** Counts recent successes and failures. */
export class OutcomeWindow {
  private readonly slots: Slot[];

  constructor(windowMs: number) {
    const length = Math.ceil(windowMs / SLOT_MS);
    this.slots = Array.from({ length }, () => ({ number: -1, successes: 0, failures: 0 }));
  }

  add(outcome: 'success' | 'failure', now: number): void {
    const slot = this.getSlot(now);
    if (outcome === 'success') slot.successes += 1;
    else slot.failures += 1;
  }

  count(now: number): { total: number; failures: number } {
    const oldest = Math.floor(now / SLOT_MS) - this.slots.length;
    const recent = this.slots.filter(({ number }) => number > oldest);
    const failures = recent.reduce((sum, slot) => sum + slot.failures, 0);
    return { total: recent.reduce((sum, slot) => sum + slot.successes, failures), failures };
  }

  clear(): void {
    for (const slot of this.slots) slot.number = -1;
  }

  private getSlot(now: number): Slot {
    const number = Math.floor(now / SLOT_MS);
    const slot = this.slots[number % this.slots.length];
    if (slot === undefined) throw new RangeError(`${now} is not a valid time`);
    if (slot.number !== number) Object.assign(slot, { number, successes: 0, failures: 0 });
    return slot;
  }
}
