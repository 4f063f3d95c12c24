import { type EncodedRows } from '#database';
import { type RequestCharge, getRequestCharge } from '../budgets/request-charge.js';
import { type UsageEvent } from './usage-event.js';
import { toMoney } from './usage-row.js';

/** What is booked for a stored event. */
export type StoredEvent = Pick<
  UsageEvent,
  'id' | 'startedAtMs' | 'tokenId' | 'model' | 'upstreamModel' | 'priceVersion' | 'budgetAccounts'
> & { charge: RequestCharge };

/** Encodes the row of an event before it is stored. */
export interface EventEncoder {
  /** False if that is not possible now: the event must then be stored as an object. */
  encode(event: UsageEvent, rows: EncodedRows): boolean;
}

/** Rows, and the event of each. */
export interface EncodedEvents {
  rows: EncodedRows;
  events: readonly StoredEvent[];
}

/** The database of events. All methods except `encode` are idempotent. */
export interface EventStore extends EventEncoder {
  store(spoolOwner: string, events: readonly UsageEvent[]): Promise<void>;
  /** Stores all rows if none of them exists, otherwise none. Returns whether it has stored them. */
  storeEncoded(spoolOwner: string, encoded: readonly EncodedEvents[]): Promise<boolean>;
  closeSpool(spoolOwner: string): Promise<void>;
}

export type RejectEvent = (event: UsageEvent, error: Error) => void;

/** Its charge has the cost as it is stored. */
export function toStoredEvent(event: UsageEvent): StoredEvent {
  const { id, startedAtMs, tokenId, model, upstreamModel, priceVersion, budgetAccounts } = event;
  const costMicroUsd = toMoney(event.costMicroUsd);
  const charge = getRequestCharge(
    costMicroUsd === event.costMicroUsd
      ? event
      : { ...event, ...(costMicroUsd !== undefined && { costMicroUsd }) },
  );
  return { id, startedAtMs, tokenId, model, upstreamModel, priceVersion, budgetAccounts, charge };
}

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
export function isDataError(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return error instanceof RangeError || (typeof code === 'string' && /^2[23]...$/.test(code));
}
