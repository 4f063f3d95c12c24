import { type UsageEvent } from './usage-event.js';

/** The database of events. Both methods are idempotent. */
export interface EventStore {
  store(spoolOwner: string, events: readonly UsageEvent[]): Promise<void>;
  closeSpool(spoolOwner: string): Promise<void>;
}

export type RejectEvent = (event: UsageEvent, error: Error) => void;

/**
 * Stores all events except those with invalid data, which are passed to `reject` so that they do not block the others.
 */
export async function storeAll(
  store: EventStore,
  spoolOwner: string,
  events: readonly UsageEvent[],
  reject: RejectEvent,
): Promise<void> {
  if (events.length === 0) return;
  try {
    await store.store(spoolOwner, events);
  } catch (error) {
    if (!isDataError(error)) throw error;
    const [only] = events;
    if (events.length === 1 && only !== undefined) return reject(only, error as Error);
    const middle = Math.ceil(events.length / 2);
    await storeAll(store, spoolOwner, events.slice(0, middle), reject);
    await storeAll(store, spoolOwner, events.slice(middle), reject);
  }
}

/** A value out of range, a violated constraint or an invalid date. A retry would fail again. */
function isDataError(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return error instanceof RangeError || (typeof code === 'string' && /^2[23]...$/.test(code));
}
