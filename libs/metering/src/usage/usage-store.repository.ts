import { type DataSource, type EntityManager } from 'typeorm';
import { PROCESS_DIED, getEventKey } from './begun-event.js';
import { type RequestCharge } from '../budgets/request-charge.js';
import { type ChargeBook, type ChargedUsage } from './charge-book.js';
import { recordTokenUses } from './token-uses.js';
import { type UsageEvent } from './usage-event.js';
import { type UsageNameRepository } from './usage-names.repository.js';
import { type UsagePartitionRepository } from './usage-partitions.repository.js';
import { toMoney } from './usage-row.js';
import { copyEvents, insertEvents, markHours, replaceEstimates } from './usage-rows.js';

const UNIQUE_VIOLATION = '23505';

export interface UsageStoreOptions {
  names: UsageNameRepository;
  partitions: UsagePartitionRepository;
  charges: ChargeBook;
}

type Write = (manager: EntityManager, events: readonly UsageEvent[]) => Promise<ChargedUsage[]>;

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
      await this.storeBy(this.writeNew, spoolOwner, unique);
    } catch (error) {
      if ((error as { code?: unknown } | null)?.code !== UNIQUE_VIOLATION) throw error;
      await this.storeBy(this.writeMissing, spoolOwner, unique);
    }
  }

  async closeSpool(spoolOwner: string): Promise<void> {
    await this.dataSource.transaction((manager) => this.options.charges.close(manager, spoolOwner));
  }

  private async storeBy(write: Write, spoolOwner: string, events: readonly UsageEvent[]): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const fresh = await write(manager, events);
      if (fresh.length === 0) return;
      await markHours(manager, fresh);
      await recordTokenUses(manager, fresh);
      await this.options.charges.charge(manager, spoolOwner, fresh);
    });
  }

  /** The usual case, in which no event was stored before. */
  private readonly writeNew: Write = async (manager, events) => {
    await copyEvents(manager, events, this.options.names);
    return events.map((event) => withUnchargedCost(event));
  };

  /** Stores new events and replaces estimates. Returns both, with the cost that is not charged yet. */
  private readonly writeMissing: Write = async (manager, events) => {
    const { names } = this.options;
    const isNew = await insertEvents(manager, events, names);
    const fresh = events
      .filter((event) => isNew.has(getEventKey(event)))
      .map((event) => withUnchargedCost(event));
    const existing = events.filter(
      (event) => !isNew.has(getEventKey(event)) && event.outcome !== PROCESS_DIED,
    );
    if (existing.length === 0) return fresh;
    const estimates = await replaceEstimates(manager, existing, names);
    const corrected = existing.filter((event) => estimates.has(getEventKey(event)));
    return [
      ...fresh,
      ...corrected.map((event) => withUnchargedCost(event, estimates.get(getEventKey(event)))),
    ];
  };
}

/** Each event once, in a fixed order, so that two processes that store the same events cannot deadlock. */
function toUniqueSorted(events: readonly UsageEvent[]): UsageEvent[] {
  const sorted = events.toSorted(compare);
  return sorted.filter((event, index) => {
    const next = sorted[index + 1];
    return next === undefined || compare(event, next) !== 0;
  });
}

function compare(a: UsageEvent, b: UsageEvent): number {
  const later = Math.trunc(a.startedAtMs) - Math.trunc(b.startedAtMs);
  if (later !== 0) return later;
  if (a.id === b.id) return 0;
  return a.id < b.id ? -1 : 1;
}

/** The event with the cost as stored, less the cost of the estimate that was charged before. */
function withUnchargedCost(event: UsageEvent, estimated?: RequestCharge): ChargedUsage {
  const costMicroUsd = toMoney(event.costMicroUsd);
  if (estimated !== undefined)
    return { ...event, costMicroUsd: (costMicroUsd ?? 0) - estimated.usd, estimated };
  return costMicroUsd === event.costMicroUsd ? event : { ...event, costMicroUsd };
}
