import { type DataSource, type EntityManager } from 'typeorm';
import { PROCESS_DIED, getKey } from './begun-event.js';
import { type ChargeBook } from './charge-book.repository.js';
import { type UsageEvent } from './usage-event.js';
import { type UsageNameRepository } from './usage-names.repository.js';
import { type UsagePartitionRepository } from './usage-partitions.repository.js';
import { toMoney } from './usage-row.js';
import { type UsageRow, insertRows, markHours, replaceEstimates, getRows } from './usage-rows.repository.js';

export interface UsageStoreOptions {
  names: UsageNameRepository;
  partitions: UsagePartitionRepository;
  charges: ChargeBook;
}

/** Where events go. However often an event comes, there is one row of it, and it is charged once. */
export class UsageStoreRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly parts: UsageStoreOptions,
  ) {}

  async store(spoolOwner: string, events: readonly UsageEvent[]): Promise<void> {
    // In one order, so that two who store the same events never wait for each other.
    const unique = [...new Map(events.map((event) => [getKey(event), event])).values()].toSorted((a, b) =>
      a.id < b.id ? -1 : 1,
    );
    await this.parts.partitions.ensure(unique.map(({ startedAtMs }) => startedAtMs));
    // Not part of the transaction, so that nobody waits for anybody's names.
    const rows = await getRows(unique, this.parts.names);
    await this.dataSource.transaction(async (manager) => {
      const fresh = await write(manager, unique, rows);
      if (fresh.length === 0) return;
      await markHours(manager, fresh);
      await this.parts.charges.charge(manager, spoolOwner, fresh);
    });
  }

  async closeSpool(spoolOwner: string): Promise<void> {
    await this.dataSource.transaction((manager) => this.parts.charges.close(manager, spoolOwner));
  }
}

/** Those events that were not there before, or only as an estimate; with what is still to be charged for them. */
async function write(
  manager: EntityManager,
  events: readonly UsageEvent[],
  rows: ReadonlyMap<string, UsageRow>,
): Promise<UsageEvent[]> {
  const isNew = await insertRows(manager, rows.values());
  const fresh = events.filter((event) => isNew.has(getKey(event))).map((event) => withCost(event));
  const known = events.filter((event) => !isNew.has(getKey(event)) && event.outcome !== PROCESS_DIED);
  if (known.length === 0) return fresh;
  const estimates = await replaceEstimates(
    manager,
    known.map((event) => rows.get(getKey(event))),
  );
  const corrected = known.filter((event) => estimates.has(getKey(event)));
  return [...fresh, ...corrected.map((event) => withCost(event, estimates.get(getKey(event))))];
}

/** What is to be charged is what is stored, less what was charged before. */
function withCost(event: UsageEvent, estimate: string | null = null): UsageEvent {
  const costMicroUsd = toMoney(event.costMicroUsd);
  if (estimate === null) return { ...event, costMicroUsd };
  return { ...event, costMicroUsd: (costMicroUsd ?? 0) - Number(estimate) };
}
