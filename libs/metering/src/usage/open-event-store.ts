import { type DataSource } from 'typeorm';
import { type ChargeBook } from './charge-book.js';
import { type EventStore } from './event-store.js';
import { UsageNameRepository } from './usage-names.repository.js';
import { UsagePartitionRepository } from './usage-partitions.repository.js';
import { UsageStoreRepository } from './usage-store.repository.js';

export type StoreConnection = DataSource;

export function openEventStore(dataSource: StoreConnection, charges: ChargeBook): EventStore {
  return new UsageStoreRepository(dataSource, {
    names: new UsageNameRepository(dataSource),
    partitions: new UsagePartitionRepository(dataSource),
    charges,
  });
}
