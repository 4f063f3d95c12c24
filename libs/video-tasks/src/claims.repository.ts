import { Database } from '#database';
import { LeasedTable, WORKER_NAME } from '#jobs';
import { Inject, Injectable } from '@nestjs/common';
import { type VideoTask } from './task.js';
import { TaskSeals } from './task-seals.js';
import { TASK_COLUMNS, type TaskRow, buildTask } from './task-row.js';

export const TASKS = new LeasedTable({
  name: 'video_tasks',
  unfinished: `status IN ('queued', 'in_progress')`,
  dueAt: 'next_run_at',
});

export interface ClaimOptions {
  leaseMs: number;
  max: number;
  /** Claims only this task. */
  taskId?: string;
  /** Accounts with the maximum number of running tasks. */
  busyAccounts?: readonly string[];
}

/** Claims due tasks without a lease. The new epoch invalidates earlier leases of the task. */
@Injectable()
export class ClaimRepository {
  constructor(
    private readonly dataSource: Database,
    private readonly seals: TaskSeals,
    /** The name of the claiming worker, for diagnosis. */
    @Inject(WORKER_NAME) private readonly worker: string,
  ) {}

  async claimDue({ leaseMs, max, taskId, busyAccounts = [] }: ClaimOptions): Promise<VideoTask[]> {
    const rows = await TASKS.claim<TaskRow>(this.dataSource, {
      leaseMs,
      max,
      where: (parameter) =>
        `${taskId === undefined ? 'TRUE' : `id = ${parameter(taskId)}`}
         AND (account IS NULL OR account <> ALL(${parameter(busyAccounts)}))`,
      set: (parameter) => `lease_owner = ${parameter(this.worker)}, lease_epoch = lease_epoch + 1`,
      returning: TASK_COLUMNS,
    });
    return rows.map((row) => buildTask(row, this.seals));
  }

  /** How long until the next task without a lease is due, at most `maxMs`. */
  async nextDueInMs(maxMs: number, busyAccounts: readonly string[] = []): Promise<number> {
    return TASKS.nextDueInMs(
      this.dataSource,
      maxMs,
      (parameter) => `(account IS NULL OR account <> ALL(${parameter(busyAccounts)}))`,
    );
  }
}
