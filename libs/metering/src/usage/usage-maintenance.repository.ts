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
}

/** What has to be done about usage now and then. It may be done at any time, and twice. */
export class UsageMaintenance {
  private readonly partitions: UsagePartitionRepository;
  private readonly rollup: UsageRollupRepository;

  constructor(
    dataSource: DataSource,
    private readonly retentionDays = () => DEFAULT_RETENTION_DAYS,
  ) {
    this.partitions = new UsagePartitionRepository(dataSource);
    this.rollup = new UsageRollupRepository(dataSource);
  }

  async run(now: Date): Promise<UsageMaintenanceReport> {
    await this.partitions.makeAhead(now);
    const usageHours = await this.rollup.rollUp();
    const cutoff = new Date(now.getTime() - this.retentionDays() * DAY_MS);
    return { usageHours, droppedUsageDays: await this.partitions.dropBefore(cutoff, this.rollup) };
  }
}
