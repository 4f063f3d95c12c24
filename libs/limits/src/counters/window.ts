/**
 * How long something counts. Time is cut into slots, and a slot counts as a whole until the last moment of it is
 * old enough: so no stretch of the window's length ever holds more than the limit, wherever it begins, at the price
 * of remembering for up to one slot longer than that.
 */
export interface Window {
  slotMs: number;
  slots: number;
}

/** Sixty seconds and the slot that is not over yet. */
export const MINUTE: Window = { slotMs: 2_000, slots: 31 };

/** The calendar day of UTC: one slot, gone at midnight. */
export const UTC_DAY: Window = { slotMs: 86_400_000, slots: 1 };

/** How a limit stands, before or after a request was counted. */
export interface Reading {
  remaining: number;
  /** How long until the request would have fitted; 0 where it did. */
  waitMs: number;
  /** How long until nothing is used any more, if nothing else is asked for. */
  resetMs: number;
}

export function slotAt(window: Window, atMs: number): number {
  return Math.floor(atMs / window.slotMs);
}

/** Slots of the near future count as well: clocks are set back by a little now and then. */
export function isCounted(window: Window, slot: number, nowMs: number): boolean {
  return Math.abs(slotAt(window, nowMs) - slot) < window.slots;
}

export function countUsed(slots: ReadonlyMap<number, number>, window: Window, nowMs: number): number {
  let used = 0;
  for (const [slot, count] of slots) if (isCounted(window, slot, nowMs)) used += count;
  return used;
}

/** How long until `excess` of what is used has grown old. */
export function waitForMs(
  slots: ReadonlyMap<number, number>,
  window: Window,
  excess: number,
  nowMs: number,
): number {
  let missing = excess;
  for (const slot of [...slots.keys()].toSorted((a, b) => a - b)) {
    if (!isCounted(window, slot, nowMs)) continue;
    missing -= slots.get(slot) ?? 0;
    if (missing <= 0) return leavesInMs(window, slot, nowMs);
  }
  return window.slots * window.slotMs;
}

export function resetInMs(slots: ReadonlyMap<number, number>, window: Window, nowMs: number): number {
  return leavesInMs(window, findNewest(slots, window, nowMs), nowMs);
}

/** The latest slot that holds something and counts; minus infinity where none does. */
export function findNewest(slots: ReadonlyMap<number, number>, window: Window, nowMs: number): number {
  let newest = Number.NEGATIVE_INFINITY;
  for (const [slot, count] of slots) {
    if (count > 0 && slot > newest && isCounted(window, slot, nowMs)) newest = slot;
  }
  return newest;
}

/** How long until a slot counts no longer; 0 for none. */
export function leavesInMs(window: Window, slot: number, nowMs: number): number {
  return slot === Number.NEGATIVE_INFINITY ? 0 : (slot + window.slots) * window.slotMs - nowMs;
}
