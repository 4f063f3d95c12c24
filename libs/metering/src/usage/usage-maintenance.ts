import { deleteInBatches } from '#database';
import { type DataSource } from 'typeorm';
import { UsagePartitionRepository } from './usage-partitions.repository.js';
import { UsageRollupRepository } from './usage-rollup.repository.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT_RETENTION_DAYS = 90;

export interface UsageMaintenanceReport {
  /** Hours that were summed, for the first time or again. */
  usageHours: number;
  /** Days whose rows were deleted. */
  droppedUsageDays: number;
  /** Hourly sums that were deleted; absent if they have no retention period. */
  droppedUsageSums?: number;
}

/** The periodic maintenance of usage. It is idempotent and can run at any time. */
export class UsageMaintenance {
  private readonly partitions: UsagePartitionRepository;
  private readonly rollup: UsageRollupRepository;

  constructor(
    private readonly dataSource: DataSource,
    private readonly retentionDays = () => DEFAULT_RETENTION_DAYS,
    /** How long hourly sums are stored; forever if undefined. */
    private readonly sumsRetentionDays?: number,
  ) {
    this.partitions = new UsagePartitionRepository(dataSource);
    this.rollup = new UsageRollupRepository(dataSource);
  }

  async run(now: Date): Promise<UsageMaintenanceReport> {
    await this.partitions.createAhead(now);
    const usageHours = await this.rollup.rollUp();
    const cutoff = new Date(now.getTime() - this.retentionDays() * DAY_MS);
    const droppedUsageDays = await this.partitions.dropBefore(cutoff, this.rollup);
    return { usageHours, droppedUsageDays, ...(await this.dropSums(now)) };
  }

  /** Never deletes sums of requests that still exist: they would be computed again. */
  private async dropSums(now: Date): Promise<{ droppedUsageSums?: number }> {
    if (this.sumsRetentionDays === undefined) return {};
    const days = Math.max(this.sumsRetentionDays, this.retentionDays() + 1);
    const droppedUsageSums = await deleteInBatches(this.dataSource, {
      table: 'usage_hours',
      where: 'hour < $1',
      parameters: [new Date(now.getTime() - days * DAY_MS)],
    });
    return { droppedUsageSums };
  }
}
