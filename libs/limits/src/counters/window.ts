/**
 * A sliding window of time slots. A slot counts as a whole until its end is older than the window. So no period of the
 * window's length ever exceeds the limit, but an amount can count for up to one slot longer than that.
 */
export interface Window {
  slotMs: number;
  slots: number;
}

/** 60 seconds and the current slot. */
export const MINUTE: Window = { slotMs: 2_000, slots: 31 };

/** The UTC calendar day: one slot, which ends at midnight. */
export const UTC_DAY: Window = { slotMs: 86_400_000, slots: 1 };

/** The state of a limit, before or after a request was counted. */
export interface Reading {
  remaining: number;
  /** How long until the request can be admitted; 0 if it was. */
  waitMs: number;
  /** How long until nothing counts any more, without further requests. */
  resetMs: number;
}

export function getSlot(window: Window, atMs: number): number {
  return Math.floor(atMs / window.slotMs);
}

/** Slots of the near future count too, because clocks are sometimes set back a little. */
export function isCounted(window: Window, slot: number, nowMs: number): boolean {
  return Math.abs(getSlot(window, nowMs) - slot) < window.slots;
}

export function sumUsed(slots: ReadonlyMap<number, number>, window: Window, nowMs: number): number {
  let used = 0;
  for (const [slot, count] of slots) if (isCounted(window, slot, nowMs)) used += count;
  return used;
}

/** How long until an amount of `excess` has expired. */
export function getWaitMs(
  slots: ReadonlyMap<number, number>,
  window: Window,
  excess: number,
  nowMs: number,
): number {
  let missing = excess;
  for (const slot of [...slots.keys()].toSorted((a, b) => a - b)) {
    if (!isCounted(window, slot, nowMs)) continue;
    missing -= slots.get(slot) ?? 0;
    if (missing <= 0) return getExpiryMs(window, slot, nowMs);
  }
  return window.slots * window.slotMs;
}

export function getResetMs(slots: ReadonlyMap<number, number>, window: Window, nowMs: number): number {
  return getExpiryMs(window, findNewestSlot(slots, window, nowMs), nowMs);
}

/** The latest slot that counts and is not empty; minus infinity if there is none. */
export function findNewestSlot(slots: ReadonlyMap<number, number>, window: Window, nowMs: number): number {
  let newest = Number.NEGATIVE_INFINITY;
  for (const [slot, count] of slots) {
    if (count > 0 && slot > newest && isCounted(window, slot, nowMs)) newest = slot;
  }
  return newest;
}

/** How long until a slot no longer counts; 0 for minus infinity. */
export function getExpiryMs(window: Window, slot: number, nowMs: number): number {
  return slot === Number.NEGATIVE_INFINITY ? 0 : (slot + window.slots) * window.slotMs - nowMs;
}
