import { deleteInBatches } from '#database';
import { type DataSource } from 'typeorm';
import { UsagePartitionRepository } from './usage-partitions.repository.js';
import { UsageRollupRepository } from './usage-rollup.repository.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT_RETENTION_DAYS = 90;

export interface UsageMaintenanceReport {
  /** Hours that were added up, again or for the first time. */
  usageHours: number;
  /** Days whose rows are gone now. */
  droppedUsageDays: number;
  /** Sums by the hour that are gone now, where they are not kept for good. */
  droppedUsageSums?: number;
}

/** What has to be done about usage now and then. It may be done at any time, and twice. */
export class UsageMaintenance {
  private readonly partitions: UsagePartitionRepository;
  private readonly rollup: UsageRollupRepository;

  constructor(
    private readonly dataSource: DataSource,
    private readonly retentionDays = () => DEFAULT_RETENTION_DAYS,
    /** How long the sums by the hour are kept; for good, if left out. */
    private readonly sumsRetentionDays?: number,
  ) {
    this.partitions = new UsagePartitionRepository(dataSource);
    this.rollup = new UsageRollupRepository(dataSource);
  }

  async run(now: Date): Promise<UsageMaintenanceReport> {
    await this.partitions.makeAhead(now);
    const usageHours = await this.rollup.rollUp();
    const cutoff = new Date(now.getTime() - this.retentionDays() * DAY_MS);
    const droppedUsageDays = await this.partitions.dropBefore(cutoff, this.rollup);
    return { usageHours, droppedUsageDays, ...(await this.dropSums(now)) };
  }

  /** Never those of requests that are still there: they would be added up again. */
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
