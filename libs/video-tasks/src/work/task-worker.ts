import { LeasedWorker, WokenBy } from '#jobs';
import { type ClaimRepository } from '../claims.repository.js';
import { type Evidence } from '../evidence.repository.js';
import { type VideoTask } from '../task.js';
import { VIDEO_QUEUE } from '../video-queue.js';
import { adoptKnown } from './adopt.js';
import { runStep } from './run-step.js';
import { type WorkDependencies } from './work-dependencies.js';

const MAX_CONCURRENT = 64;
const MAX_PER_ACCOUNT = 20;

export interface TaskWorkerOptions {
  /** Who this is, for people who look into the tables. */
  worker: string;
  claims: ClaimRepository;
  work: Omit<WorkDependencies, 'stopping'>;
  maxAtOnce?: number;
  maxPerAccount?: number;
}

/** Takes every task that is due one step further. */
@WokenBy(VIDEO_QUEUE)
export class TaskWorker extends LeasedWorker<VideoTask> {
  private readonly work: WorkDependencies;
  /** Ids may be on disk that the database was not there to be told. */
  private hasLeftovers = true;

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
    await this.takeOver();
    await super.start();
  }

  /** Does the next step of one task, where it is due and nobody works on it; says whether it was. */
  async step(taskId: string): Promise<boolean> {
    const [task] = await this.takeDue(1, { taskId });
    if (task === undefined) return false;
    await this.run(task);
    return true;
  }

  protected override async claimDue(max: number): Promise<VideoTask[]> {
    await this.takeOver();
    return this.takeDue(max, { busyAccounts: this.busyAccounts });
  }

  protected override async quietForMs(maxMs: number): Promise<number> {
    return this.hasLeftovers ? 0 : this.nextDueInMs(maxMs);
  }

  protected override nextDueInMs(maxMs: number): Promise<number> {
    return this.options.claims.nextDueInMs(maxMs, this.busyAccounts);
  }

  protected override run(task: VideoTask): Promise<void> {
    return runStep(task, this.work);
  }

  protected override onFailure(task: VideoTask, error: unknown): void {
    this.hasLeftovers = true;
    this.work.logger.error({ err: error, taskId: task.id, phase: task.phase }, 'a step of a task failed');
  }

  private takeDue(
    max: number,
    narrowing: { taskId?: string; busyAccounts?: readonly string[] },
  ): Promise<VideoTask[]> {
    const { claims, worker } = this.options;
    return claims.claimDue({ worker, leaseMs: this.work.settings.stepLeaseMs, max, ...narrowing });
  }

  /** Accounts for which enough is running already. */
  private get busyAccounts(): string[] {
    const counts = new Map<string, number>();
    for (const { account } of this.running) {
      if (account !== undefined) counts.set(account, (counts.get(account) ?? 0) + 1);
    }
    const max = this.options.maxPerAccount ?? MAX_PER_ACCOUNT;
    return [...counts].flatMap(([account, count]) => (count >= max ? [account] : []));
  }

  /** What an earlier process has left on disk, or this one when the database was away. */
  private async takeOver(): Promise<void> {
    if (!this.hasLeftovers) return;
    const { work } = this;
    this.hasLeftovers = false;
    const take = async (known: Evidence): Promise<void> => {
      await work.evidence.add(known);
      await adoptKnown(known, work);
    };
    const { taken, unreadable } = await work.spool.replay(take).catch((error: unknown) => {
      this.hasLeftovers = true;
      throw error;
    });
    if (taken > 0) work.logger.info({ videos: taken }, 'took over videos that the database did not know of');
    if (unreadable.length > 0) {
      work.logger.error(
        { files: unreadable },
        'ids of videos on this disk cannot be read; their files were put aside',
      );
    }
  }
}
