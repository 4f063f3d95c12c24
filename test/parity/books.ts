import { createDataSource } from '#database';
import { UsageRepository } from '#metering';
import { type Named, type Stage, getName } from './stage.js';

export type UsageRecord = Awaited<ReturnType<UsageRepository['list']>>['records'][number];

/** What the gateway asks its own moderation model is a request like any other, beside the one that is judged. */
const isJudgement = ({ requestId }: UsageRecord): boolean => requestId.endsWith('-moderation');

/** All that was written down of the rows' tokens in these columns, oldest first; complete once the gateway is closed. */
export async function readBooks(
  { database }: Stage,
  rows: readonly Named[],
  columns: readonly string[],
): Promise<Map<string, UsageRecord[]>> {
  const dataSource = createDataSource({ url: database.url, entities: [] });
  await dataSource.initialize();
  try {
    const usage = new UsageRepository(dataSource);
    const names = columns.flatMap((column) => rows.map((row) => getName(column, row)));
    const books = names.map(async (owner) => {
      const { records } = await usage.list({ owner });
      return [owner, records.filter((record) => !isJudgement(record)).toReversed()] as const;
    });
    return new Map(await Promise.all(books));
  } finally {
    await dataSource.destroy();
  }
}
