import { createDataSource } from '#database';
import { UsageRepository } from '#metering';
import { type TestDatabase } from '../../harness/index.js';

export type UsageRecord = Awaited<ReturnType<UsageRepository['list']>>['records'][number];

/** All usage records of an owner, oldest first; complete once the gateway is closed. */
export async function readUsageRecords({ url }: TestDatabase, owner: string): Promise<UsageRecord[]> {
  const dataSource = createDataSource({ url, entities: [] });
  await dataSource.initialize();
  try {
    const { records } = await new UsageRepository(dataSource).list({ owner, limit: 1_000 });
    return records.toReversed();
  } finally {
    await dataSource.destroy();
  }
}
