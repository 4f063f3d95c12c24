import { LeasedWorker, WokenBy } from '#jobs';
import { LOGGER, type Logger } from '#telemetry';
import { Inject, Injectable } from '@nestjs/common';
import { ClaimRepository } from '../claims.repository.js';
import { type VideoTask } from '../task.js';
import { VIDEO_QUEUE } from '../video-queue.js';
import { TaskSteps } from './task-steps.js';
import { VideoAdoption } from './video-adoption.js';
import { WorkOptions } from './work-options.js';

const MAX_CONCURRENT = 64;
const MAX_PER_ACCOUNT = 20;

/** Runs one step of every due task. */
@Injectable()
@WokenBy(VIDEO_QUEUE)
export class TaskWorker extends LeasedWorker<VideoTask> {
  private readonly leaseMs: number;
  /** Whether the spool may contain video ids that are not in the database. */
  private needsReplay = true;

  constructor(
    private readonly claims: ClaimRepository,
    private readonly steps: TaskSteps,
    private readonly adoption: VideoAdoption,
    { settings }: WorkOptions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super({ items: 'tasks', maxConcurrent: MAX_CONCURRENT, leaseMs: settings.stepLeaseMs, logger });
    this.leaseMs = settings.stepLeaseMs;
  }

  override async start(): Promise<void> {
    await this.replaySpool();
    await super.start();
  }

  /** Runs the next step of a task. False if the task is not due or has a lease. */
  async step(taskId: string): Promise<boolean> {
    const [task] = await this.claims.claimDue({ leaseMs: this.leaseMs, max: 1, taskId });
    if (task === undefined) return false;
    await this.run(task);
    return true;
  }

  protected override async claimDue(max: number): Promise<VideoTask[]> {
    await this.replaySpool();
    return this.claims.claimDue({ leaseMs: this.leaseMs, max, busyAccounts: this.busyAccounts });
  }

  protected override async quietForMs(maxMs: number): Promise<number> {
    return this.needsReplay ? 0 : this.nextDueInMs(maxMs);
  }

  protected override nextDueInMs(maxMs: number): Promise<number> {
    return this.claims.nextDueInMs(maxMs, this.busyAccounts);
  }

  protected override run(task: VideoTask): Promise<void> {
    return this.steps.run(task, this.stopping);
  }

  protected override onFailure(task: VideoTask, error: unknown): void {
    this.needsReplay = true;
    this.logger.error({ err: error, taskId: task.id, phase: task.phase }, 'video task step failed');
  }

  /** Accounts with the maximum number of running tasks. */
  private get busyAccounts(): string[] {
    const counts = new Map<string, number>();
    for (const { account } of this.running) {
      if (account !== undefined) counts.set(account, (counts.get(account) ?? 0) + 1);
    }
    return [...counts].flatMap(([account, count]) => (count >= MAX_PER_ACCOUNT ? [account] : []));
  }

  private async replaySpool(): Promise<void> {
    if (!this.needsReplay) return;
    this.needsReplay = false;
    await this.adoption.replaySpool().catch((error: unknown) => {
      this.needsReplay = true;
      throw error;
    });
  }
}
