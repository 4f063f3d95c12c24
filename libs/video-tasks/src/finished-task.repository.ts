import { type BatchLimits, deleteInBatches } from '#database';
import { type DataSource } from 'typeorm';

/** Deletes tasks that ended long ago, with their events. It decrypts nothing, so it needs no key. */
export class FinishedTaskRepository {
  constructor(
    private readonly dataSource: DataSource,
    /** How long a task is stored after its end. Called at every run, because it can change. */
    private readonly retentionDays: () => number,
    private readonly limits?: BatchLimits,
  ) {}

  async delete(now: Date): Promise<number> {
    return deleteInBatches(
      this.dataSource,
      {
        table: 'video_tasks',
        where: `finished_at <= $1::timestamptz - $2 * interval '1 day' AND status IN ('completed', 'failed')`,
        parameters: [now, this.retentionDays()],
      },
      this.limits,
    );
  }
}
