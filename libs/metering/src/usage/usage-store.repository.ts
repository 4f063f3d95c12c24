import { type DataSource, type EntityManager } from 'typeorm';
import { PROCESS_DIED, getKey } from './begun-event.js';
import { type ChargeBook } from './charge-book.repository.js';
import { type UsageEvent } from './usage-event.js';
import { type UsageNameRepository } from './usage-names.repository.js';
import { type UsagePartitionRepository } from './usage-partitions.repository.js';
import { toMoney } from './usage-row.js';
import { copyEvents, insertEvents, markHours, replaceEstimates } from './usage-rows.repository.js';

const UNIQUE_VIOLATION = '23505';

export interface UsageStoreOptions {
  names: UsageNameRepository;
  partitions: UsagePartitionRepository;
  charges: ChargeBook;
}

type Write = (manager: EntityManager, events: readonly UsageEvent[]) => Promise<UsageEvent[]>;

/** Where events go. However often an event comes, there is one row of it, and it is charged once. */
export class UsageStoreRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly parts: UsageStoreOptions,
  ) {}

  async store(spoolOwner: string, events: readonly UsageEvent[]): Promise<void> {
    const unique = inOrder(events);
    await this.parts.partitions.ensure(unique);
    // Not part of the transaction, so that nobody waits for anybody's names.
    await this.parts.names.learn(unique);
    try {
      await this.storeBy(this.writeNew, spoolOwner, unique);
    } catch (error) {
      if ((error as { code?: unknown } | null)?.code !== UNIQUE_VIOLATION) throw error;
      await this.storeBy(this.writeMissing, spoolOwner, unique);
    }
  }

  async closeSpool(spoolOwner: string): Promise<void> {
    await this.dataSource.transaction((manager) => this.parts.charges.close(manager, spoolOwner));
  }

  private async storeBy(write: Write, spoolOwner: string, events: readonly UsageEvent[]): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const fresh = await write(manager, events);
      if (fresh.length === 0) return;
      await markHours(manager, fresh);
      await this.parts.charges.charge(manager, spoolOwner, fresh);
    });
  }

  /** As long as nothing went wrong, no event has come before. */
  private readonly writeNew: Write = async (manager, events) => {
    await copyEvents(manager, events, this.parts.names);
    return events.map((event) => withCost(event));
  };

  /** Those events that were not there before, or only as an estimate; with what is still to be charged for them. */
  private readonly writeMissing: Write = async (manager, events) => {
    const { names } = this.parts;
    const isNew = await insertEvents(manager, events, names);
    const fresh = events.filter((event) => isNew.has(getKey(event))).map((event) => withCost(event));
    const known = events.filter((event) => !isNew.has(getKey(event)) && event.outcome !== PROCESS_DIED);
    if (known.length === 0) return fresh;
    const estimates = await replaceEstimates(manager, known, names);
    const corrected = known.filter((event) => estimates.has(getKey(event)));
    return [...fresh, ...corrected.map((event) => withCost(event, estimates.get(getKey(event))))];
  };
}

/** Each event once, in one order, so that two who store the same events never wait for each other. */
function inOrder(events: readonly UsageEvent[]): UsageEvent[] {
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

/** What is to be charged is what is stored, less what was charged before. */
function withCost(event: UsageEvent, estimate: string | null = null): UsageEvent {
  const costMicroUsd = toMoney(event.costMicroUsd);
  if (estimate !== null) return { ...event, costMicroUsd: (costMicroUsd ?? 0) - Number(estimate) };
  return costMicroUsd === event.costMicroUsd ? event : { ...event, costMicroUsd };
}
