import { type BatchLimits, deleteInBatches } from '#database';
import { type DataSource } from 'typeorm';

/** Deletes tasks that ended long ago, with their events. It needs no key: what goes is not read. */
export class FinishedTaskRepository {
  constructor(
    private readonly dataSource: DataSource,
    /** How long a task is kept after its end. Asked for at every run: it may change. */
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
