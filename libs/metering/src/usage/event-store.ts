import { type UsageEvent } from './usage-event.js';

/** Where events end up. Both may be done twice. */
export interface EventStore {
  store(spoolOwner: string, events: readonly UsageEvent[]): Promise<void>;
  closeSpool(spoolOwner: string): Promise<void>;
}

export type Reject = (event: UsageEvent, error: Error) => void;

/**
 * Stores all of them but those that the database will never take, which are put aside: one event that is impossible
 * must not keep all others waiting.
 */
export async function storeAll(
  store: EventStore,
  spoolOwner: string,
  events: readonly UsageEvent[],
  reject: Reject,
): Promise<void> {
  if (events.length === 0) return;
  try {
    await store.store(spoolOwner, events);
  } catch (error) {
    if (!isFaultOfData(error)) throw error;
    const [only] = events;
    if (events.length === 1 && only !== undefined) return reject(only, error as Error);
    const middle = Math.ceil(events.length / 2);
    await storeAll(store, spoolOwner, events.slice(0, middle), reject);
    await storeAll(store, spoolOwner, events.slice(middle), reject);
  }
}

/** A value that does not fit, or one that breaks a rule; a moment that is none. Trying again would not help. */
function isFaultOfData(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return error instanceof RangeError || (typeof code === 'string' && /^2[23]...$/.test(code));
}
