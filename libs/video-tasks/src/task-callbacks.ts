import { Database } from '#database';
import { Injectable } from '@nestjs/common';
import { CallbackSigner } from './callback-signer.js';
import { TaskWakeUps } from './task-wake-ups.js';

/** A task is polled at most this often because of callbacks. */
const MIN_INTERVAL_MS = 1_000;
const MAX_TASKS = 10_000;

/**
 * Receives callbacks of providers about the progress of videos. Their content is ignored: the task is made due, and the
 * worker polls its status.
 */
@Injectable()
export class TaskCallbacks {
  /** Tasks that were made due in the last second, and whether another callback has arrived since. */
  private readonly recent = new Map<string, { isCalledAgain: boolean }>();

  constructor(
    private readonly dataSource: Database,
    private readonly signer: CallbackSigner,
    private readonly wakeUps: TaskWakeUps,
  ) {}

  /** False if the signature in the URL is invalid. */
  async receive(taskId: string, signature: string): Promise<boolean> {
    if (!this.signer.isGenuine(taskId, signature)) return false;
    const recent = this.recent.get(taskId);
    if (recent !== undefined) recent.isCalledAgain = true;
    // Beyond the maximum, tasks are polled at their usual time.
    else if (this.recent.size < MAX_TASKS) await this.makeDue(taskId);
    return true;
  }

  private async makeDue(taskId: string): Promise<void> {
    this.recent.set(taskId, { isCalledAgain: false });
    setTimeout(() => void this.recheck(taskId).catch(() => undefined), MIN_INTERVAL_MS).unref();
    // While a step of the task is running, the new time makes that step reschedule the task: see `buildAssignments`.
    const [, count] = await this.dataSource.query<[unknown, number]>(
      `UPDATE video_tasks SET next_run_at = CASE
         WHEN lease_until > clock_timestamp() THEN clock_timestamp() + interval '2 milliseconds'
         ELSE LEAST(next_run_at, GREATEST(clock_timestamp(), updated_at + $2 * interval '1 millisecond'))
       END
       WHERE id = $1 AND phase = 'polling'`,
      [taskId, MIN_INTERVAL_MS],
    );
    if (count > 0) this.wakeUps.wake(taskId);
  }

  private async recheck(taskId: string): Promise<void> {
    const recent = this.recent.get(taskId);
    this.recent.delete(taskId);
    if (recent?.isCalledAgain === true) await this.makeDue(taskId);
  }
}
