import { type DataSource } from 'typeorm';
import { type VideoTask } from './task.js';
import { type TaskSeals } from './task-seals.js';
import { TASK_COLUMNS, type TaskRow, taskOf } from './task-row.js';

export interface ClaimOptions {
  /** Who takes them; for people who look into the table. */
  worker: string;
  leaseMs: number;
  most: number;
  /** Only this one, where somebody has said that it is due. */
  taskId?: string;
  /** Accounts that have enough to do already. */
  busyAccounts?: readonly string[];
}

/** Takes tasks that are due and that nobody works on. A new epoch shuts out whoever held the lease before. */
export class ClaimRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly seals: TaskSeals,
  ) {}

  async claimDue({ worker, leaseMs, most, taskId, busyAccounts = [] }: ClaimOptions): Promise<VideoTask[]> {
    const [rows] = await this.dataSource.query<[TaskRow[], number]>(
      `WITH due AS (
         SELECT id AS due_id FROM video_tasks
         WHERE status IN ('queued', 'in_progress') AND next_run_at <= clock_timestamp()
           AND (lease_until IS NULL OR lease_until < clock_timestamp())
           AND ($4::text IS NULL OR id = $4)
           AND (account IS NULL OR account <> ALL($5))
         ORDER BY next_run_at LIMIT $3 FOR UPDATE SKIP LOCKED
       )
       UPDATE video_tasks SET lease_owner = $1, lease_epoch = lease_epoch + 1,
         lease_until = clock_timestamp() + $2 * interval '1 millisecond'
       FROM due WHERE id = due_id RETURNING ${TASK_COLUMNS}`,
      [worker, leaseMs, most, taskId ?? null, busyAccounts],
    );
    return rows.map((row) => taskOf(row, this.seals));
  }

  /** How long until the next task is due that nobody works on, at most `mostMs`. */
  async nextDueInMs(mostMs: number, busyAccounts: readonly string[] = []): Promise<number> {
    const [row] = await this.dataSource.query<{ due_in_ms: number | null }[]>(
      `SELECT (extract(epoch FROM min(GREATEST(next_run_at, lease_until)) - clock_timestamp()) * 1000)::float8
         AS due_in_ms
       FROM video_tasks
       WHERE status IN ('queued', 'in_progress') AND (account IS NULL OR account <> ALL($1))`,
      [busyAccounts],
    );
    return Math.min(Math.max(row?.due_in_ms ?? mostMs, 0), mostMs);
  }
}
