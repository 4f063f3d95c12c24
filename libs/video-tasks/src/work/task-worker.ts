import { LeasedWorker, WokenBy } from '#jobs';
import { type ClaimRepository } from '../claims.repository.js';
import { type Evidence } from '../evidence.repository.js';
import { type VideoTask } from '../task.js';
import { VIDEO_QUEUE } from '../video-queue.js';
import { applyEvidence } from './adopt-video.js';
import { runStep } from './run-step.js';
import { type WorkDependencies } from './work-dependencies.js';

const MAX_CONCURRENT = 64;
const MAX_PER_ACCOUNT = 20;

export interface TaskWorkerOptions {
  /** The name of this worker, for diagnosis. */
  worker: string;
  claims: ClaimRepository;
  work: Omit<WorkDependencies, 'stopping'>;
  maxAtOnce?: number;
  maxPerAccount?: number;
}

/** Runs one step of every due task. */
@WokenBy(VIDEO_QUEUE)
export class TaskWorker extends LeasedWorker<VideoTask> {
  private readonly work: WorkDependencies;
  /** Whether the spool may contain video ids that are not in the database. */
  private needsReplay = true;

  constructor(private readonly options: TaskWorkerOptions) {
    super({
      items: 'tasks',
      maxConcurrent: options.maxAtOnce ?? MAX_CONCURRENT,
      leaseMs: options.work.settings.stepLeaseMs,
      logger: options.work.logger,
    });
    this.work = { ...options.work, stopping: this.stopping };
  }

  override async start(): Promise<void> {
    await this.replaySpool();
    await super.start();
  }

  /** Runs the next step of a task. False if the task is not due or has a lease. */
  async step(taskId: string): Promise<boolean> {
    const [task] = await this.claimTasks(1, { taskId });
    if (task === undefined) return false;
    await this.run(task);
    return true;
  }

  protected override async claimDue(max: number): Promise<VideoTask[]> {
    await this.replaySpool();
    return this.claimTasks(max, { busyAccounts: this.busyAccounts });
  }

  protected override async quietForMs(maxMs: number): Promise<number> {
    return this.needsReplay ? 0 : this.nextDueInMs(maxMs);
  }

  protected override nextDueInMs(maxMs: number): Promise<number> {
    return this.options.claims.nextDueInMs(maxMs, this.busyAccounts);
  }

  protected override run(task: VideoTask): Promise<void> {
    return runStep(task, this.work);
  }

  protected override onFailure(task: VideoTask, error: unknown): void {
    this.needsReplay = true;
    this.work.logger.error({ err: error, taskId: task.id, phase: task.phase }, 'video task step failed');
  }

  private claimTasks(
    max: number,
    filter: { taskId?: string; busyAccounts?: readonly string[] },
  ): Promise<VideoTask[]> {
    const { claims, worker } = this.options;
    return claims.claimDue({ worker, leaseMs: this.work.settings.stepLeaseMs, max, ...filter });
  }

  /** Accounts with the maximum number of running tasks. */
  private get busyAccounts(): string[] {
    const counts = new Map<string, number>();
    for (const { account } of this.running) {
      if (account !== undefined) counts.set(account, (counts.get(account) ?? 0) + 1);
    }
    const max = this.options.maxPerAccount ?? MAX_PER_ACCOUNT;
    return [...counts].flatMap(([account, count]) => (count >= max ? [account] : []));
  }

  /** Stores the video ids that an earlier process has left on disk, or this one while the database was unavailable. */
  private async replaySpool(): Promise<void> {
    if (!this.needsReplay) return;
    const { work } = this;
    this.needsReplay = false;
    const store = async (evidence: Evidence): Promise<void> => {
      await work.evidence.add(evidence);
      await applyEvidence(evidence, work);
    };
    const { stored, unreadable } = await work.spool.replay(store).catch((error: unknown) => {
      this.needsReplay = true;
      throw error;
    });
    if (stored > 0)
      work.logger.info({ videos: stored }, 'recovered video ids that were missing in the database');
    if (unreadable.length > 0) {
      work.logger.error(
        { files: unreadable },
        'video ids on this disk cannot be read; their files were moved aside',
      );
    }
  }
}
