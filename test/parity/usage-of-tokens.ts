import { createDataSource } from '#database';
import { RefusedRequestRepository, UsageRepository } from '#metering';
import { type NamedRow, type Stage, getName } from './stage.js';

type UsageRecord = Awaited<ReturnType<UsageRepository['list']>>['records'][number];

/**
 * The gateway's request to its own moderation model has the same record as any other, next to the moderated request.
 */
const isJudgement = ({ requestId }: UsageRecord): boolean => requestId.endsWith('-moderation');

/** All usage records of the rows' tokens; complete once the gateway is closed. */
export class UsageOfTokens {
  private readonly records = new Map<string, UsageRecord[]>();

  /** Reads the records of these rows in these columns that are added from now on. */
  async read({ database }: Stage, rows: readonly NamedRow[], columns: readonly string[]): Promise<void> {
    const dataSource = createDataSource({ url: database.url, entities: [] });
    await dataSource.initialize();
    try {
      const usage = new UsageRepository(dataSource);
      const owners = columns.flatMap((column) => rows.map((row) => getName(column, row)));
      const reading = owners.map(async (owner) => {
        const { records } = await usage.list({ owner });
        this.records.set(owner, records.filter((record) => !isJudgement(record)).toReversed());
      });
      await Promise.all(reading);
    } finally {
      await dataSource.destroy();
    }
  }

  /** The requests that have neither a usage event nor a record of their rejection. */
  async findMissing({ database }: Stage, requestIds: readonly string[]): Promise<string[]> {
    const dataSource = createDataSource({ url: database.url, entities: [] });
    await dataSource.initialize();
    try {
      const [usage, refused] = [new UsageRepository(dataSource), new RefusedRequestRepository(dataSource)];
      const missing: string[] = [];
      for (const id of requestIds) {
        if (((await usage.find(id)) ?? (await refused.find(id))) === undefined) missing.push(id);
      }
      return missing;
    } finally {
      await dataSource.destroy();
    }
  }

  /** Oldest first. */
  of(column: string, row: NamedRow): UsageRecord[] {
    return this.records.get(getName(column, row)) ?? [];
  }
}
