import { type DataSource } from 'typeorm';
import { type CallbackSigner } from './callback-signer.js';

/** No task is looked at more often than this, however often a service calls. */
const MIN_INTERVAL_MS = 1_000;
const MAX_TASKS = 10_000;

export interface TaskCallbacksOptions {
  dataSource: Pick<DataSource, 'query'>;
  signer: CallbackSigner;
  /** Tells a worker that there is something to do. */
  wake: (taskId: string) => void;
}

/**
 * Hears from services that videos have come further. What they say is never believed: the task is only due now, and
 * the worker asks for itself.
 */
export class TaskCallbacks {
  /** Tasks that were made due in the last second, and whether a service has called since. */
  private readonly recent = new Map<string, { isCalledAgain: boolean }>();

  constructor(private readonly options: TaskCallbacksOptions) {}

  /** False for a call that we have given nobody the address for. */
  async hear(taskId: string, signature: string): Promise<boolean> {
    if (!this.options.signer.isGenuine(taskId, signature)) return false;
    const known = this.recent.get(taskId);
    if (known !== undefined) known.isCalledAgain = true;
    // Beyond so many the tasks are asked after when they are due anyway.
    else if (this.recent.size < MAX_TASKS) await this.makeDue(taskId);
    return true;
  }

  private async makeDue(taskId: string): Promise<void> {
    this.recent.set(taskId, { isCalledAgain: false });
    setTimeout(() => void this.look(taskId).catch(() => undefined), MIN_INTERVAL_MS).unref();
    // While somebody works on the task, its new time is a note for them: see `assignments`.
    const [, count] = await this.options.dataSource.query<[unknown, number]>(
      `UPDATE video_tasks SET next_run_at = CASE
         WHEN lease_until > clock_timestamp() THEN clock_timestamp() + interval '2 milliseconds'
         ELSE LEAST(next_run_at, GREATEST(clock_timestamp(), updated_at + $2 * interval '1 millisecond'))
       END
       WHERE id = $1 AND phase = 'polling'`,
      [taskId, MIN_INTERVAL_MS],
    );
    if (count > 0) this.options.wake(taskId);
  }

  private async look(taskId: string): Promise<void> {
    const known = this.recent.get(taskId);
    this.recent.delete(taskId);
    if (known?.isCalledAgain === true) await this.makeDue(taskId);
  }
}
