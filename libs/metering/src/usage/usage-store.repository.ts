import { type EncodedRows } from '#database';
import { type DataSource, type EntityManager } from 'typeorm';
import { PROCESS_DIED, getEventKey } from './begun-event.js';
import { type RequestCharge, withoutEstimate } from '../budgets/request-charge.js';
import { type ChargeBook } from './charge-book.js';
import { type EncodedEvents, type StoredEvent, isDataError, toStoredEvent } from './event-store.js';
import { recordTokenUses } from './token-uses.js';
import { type UsageEvent } from './usage-event.js';
import { type UsageNameRepository } from './usage-names.repository.js';
import { type UsagePartitionRepository } from './usage-partitions.repository.js';
import { toRow, visitNames } from './usage-row.js';
import { copyEncodedEvents, copyEvents, insertEvents, markHours, replaceEstimates } from './usage-rows.js';

type EventKey = Pick<UsageEvent, 'id' | 'startedAtMs'>;

const UNIQUE_VIOLATION = '23505';

export interface UsageStoreOptions {
  names: UsageNameRepository;
  partitions: UsagePartitionRepository;
  charges: ChargeBook;
}

/** Returns the events that are not charged yet. */
type Write = (manager: EntityManager) => Promise<readonly StoredEvent[]>;

/** Stores events in the database. An event that is stored again has one row and is charged once. */
export class UsageStoreRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly options: UsageStoreOptions,
  ) {}

  async store(spoolOwner: string, events: readonly UsageEvent[]): Promise<void> {
    const unique = toUniqueSorted(events);
    await this.options.partitions.ensure(unique);
    // Outside the transaction, so that processes do not wait for each other's new names.
    await this.options.names.loadNumbers(unique);
    try {
      await this.storeBy(spoolOwner, (manager) => this.writeNew(manager, unique));
    } catch (error) {
      if ((error as { code?: unknown } | null)?.code !== UNIQUE_VIOLATION) throw error;
      await this.storeBy(spoolOwner, (manager) => this.writeMissing(manager, unique));
    }
  }

  encode(event: UsageEvent, rows: EncodedRows): boolean {
    const { names } = this.options;
    let isNumbered = true;
    visitNames(event, (name) => (isNumbered &&= names.getNumber(name) !== undefined));
    if (!isNumbered) return false;
    try {
      rows.add(toRow(event, names));
      return true;
    } catch {
      // The drain repeats this, and handles the error: the request must not fail.
      return false;
    }
  }

  async storeEncoded(spoolOwner: string, encoded: readonly EncodedEvents[]): Promise<boolean> {
    const sorted = encoded.flatMap(({ rows, events }) =>
      events.map((event, index) => ({ event, rows, index })),
    );
    sorted.sort((left, right) => compare(left.event, right.event));
    const events = sorted.map(({ event }) => event);
    await this.options.partitions.ensure(events);
    try {
      await this.storeBy(spoolOwner, async (manager) => {
        await copyEncodedEvents(manager, pickRows(sorted));
        return events;
      });
      return true;
    } catch (error) {
      if (isDataError(error)) return false;
      throw error;
    }
  }

  async closeSpool(spoolOwner: string): Promise<void> {
    await this.dataSource.transaction((manager) => this.options.charges.close(manager, spoolOwner));
  }

  private async storeBy(spoolOwner: string, write: Write): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const fresh = await write(manager);
      if (fresh.length === 0) return;
      await markHours(manager, fresh);
      await recordTokenUses(manager, fresh);
      await this.options.charges.charge(manager, spoolOwner, fresh);
    });
  }

  /** The usual case, in which no event was stored before. */
  private async writeNew(manager: EntityManager, events: readonly UsageEvent[]): Promise<StoredEvent[]> {
    await copyEvents(manager, events, this.options.names);
    return events.map(toStoredEvent);
  }

  /** Stores new events and replaces estimates. Returns both, with the cost that is not charged yet. */
  private async writeMissing(manager: EntityManager, events: readonly UsageEvent[]): Promise<StoredEvent[]> {
    const { names } = this.options;
    const isNew = await insertEvents(manager, events, names);
    const fresh = events.filter((event) => isNew.has(getEventKey(event))).map(toStoredEvent);
    const existing = events.filter(
      (event) => !isNew.has(getEventKey(event)) && event.outcome !== PROCESS_DIED,
    );
    if (existing.length === 0) return fresh;
    const estimates = await replaceEstimates(manager, existing, names);
    const corrected = existing.filter((event) => estimates.has(getEventKey(event)));
    return [...fresh, ...corrected.map((event) => replaceEstimate(event, estimates.get(getEventKey(event))))];
  }
}

function* pickRows(sorted: Iterable<{ rows: EncodedRows; index: number }>): Generator<Buffer> {
  for (const { rows, index } of sorted) yield rows.get(index);
}

/** Each event once, in a fixed order, so that two processes that store the same events cannot deadlock. */
function toUniqueSorted(events: readonly UsageEvent[]): UsageEvent[] {
  const sorted = events.toSorted(compare);
  return sorted.filter((event, index) => {
    const next = sorted[index + 1];
    return next === undefined || compare(event, next) !== 0;
  });
}

function compare(a: EventKey, b: EventKey): number {
  const later = Math.trunc(a.startedAtMs) - Math.trunc(b.startedAtMs);
  if (later !== 0) return later;
  if (a.id === b.id) return 0;
  return a.id < b.id ? -1 : 1;
}

/** Its charge is the difference to that of the estimate. */
function replaceEstimate(event: UsageEvent, estimate: RequestCharge | undefined): StoredEvent {
  const stored = toStoredEvent(event);
  return estimate === undefined ? stored : { ...stored, charge: withoutEstimate(stored.charge, estimate) };
}
