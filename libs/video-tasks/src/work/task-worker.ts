import { type ClaimRepository } from '../claims.repository.js';
import { type Evidence } from '../evidence.repository.js';
import { type VideoTask } from '../task.js';
import { adoptKnown } from './adopt.js';
import { runStep } from './run-step.js';
import { type WorkParts } from './work-parts.js';

const SCAN_MS = 1_000;
const SHORTEST_PAUSE_MS = 20;
const MOST_AT_ONCE = 64;
const MOST_PER_ACCOUNT = 20;

export interface TaskWorkerOptions {
  /** Who this is, for people who look into the tables. */
  worker: string;
  claims: ClaimRepository;
  work: Omit<WorkParts, 'stopping'>;
  mostAtOnce?: number;
  mostPerAccount?: number;
}

/** Drives every task that is due, many at once. What wakes it is only a hint: it also looks for itself. */
export class TaskWorker {
  private readonly running = new Set<Promise<void>>();
  private readonly perAccount = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  private readonly stopping = new AbortController();
  private readonly work: WorkParts;
  private scanning: Promise<void> | undefined;
  private isScanWanted = false;
  /** Ids may be on disk that the database was not there to be told. */
  private hasLeftovers = true;

  constructor(private readonly options: TaskWorkerOptions) {
    this.work = { ...options.work, stopping: this.stopping.signal };
  }

  private get isStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  async start(): Promise<void> {
    await this.takeOver();
    this.scan();
  }

  /** Something may be due. */
  wake(): void {
    this.scan();
  }

  /** Does the next step of one task, where it is due and nobody works on it; says whether it was. */
  async step(taskId: string): Promise<boolean> {
    const { claims, worker } = this.options;
    const { work } = this;
    const leaseMs = work.settings.stepLeaseMs;
    const [task] = await claims.claimDue({ worker, leaseMs, most: 1, taskId });
    if (task === undefined) return false;
    await runStep(task, work);
    return true;
  }

  /** Takes nothing new, and waits for what is under way. */
  async stop(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.scanning;
    await Promise.all(this.running);
  }

  private scan(): void {
    if (this.isStopped) return;
    if (this.scanning !== undefined) {
      this.isScanWanted = true;
      return;
    }
    clearTimeout(this.timer);
    this.scanning = this.scanOnce();
  }

  private async scanOnce(): Promise<void> {
    let pauseMs = SCAN_MS;
    try {
      pauseMs = await this.claimAll();
    } catch (error) {
      this.options.work.logger.warn({ reason: (error as Error).message }, 'could not look for due tasks');
    }
    this.scanning = undefined;
    if (this.isStopped) return;
    const isWanted = this.isScanWanted;
    this.isScanWanted = false;
    this.timer = setTimeout(() => this.scan(), isWanted ? SHORTEST_PAUSE_MS : pauseMs);
  }

  /** Claims as many as there is room for; says when to look again. */
  private async claimAll(): Promise<number> {
    const { claims, worker, mostAtOnce = MOST_AT_ONCE } = this.options;
    const { work } = this;
    await this.takeOver();
    const room = mostAtOnce - this.running.size;
    if (room <= 0) return SCAN_MS;
    const busyAccounts = [...this.perAccount.entries()]
      .filter(([, count]) => count >= (this.options.mostPerAccount ?? MOST_PER_ACCOUNT))
      .map(([account]) => account);
    const leaseMs = work.settings.stepLeaseMs;
    const tasks = await claims.claimDue({ worker, leaseMs, most: room, busyAccounts });
    for (const task of tasks) this.run(task);
    if (tasks.length === room) return SHORTEST_PAUSE_MS;
    return Math.max(await claims.nextDueInMs(SCAN_MS, busyAccounts), SHORTEST_PAUSE_MS);
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

  private run(task: VideoTask): void {
    const account = task.account ?? '';
    this.perAccount.set(account, (this.perAccount.get(account) ?? 0) + 1);
    const step: Promise<void> = runStep(task, this.work)
      .catch((error: unknown) => {
        // The lease runs out by itself, and the task is taken up again where it was.
        this.hasLeftovers = true;
        this.options.work.logger.error(
          { err: error, taskId: task.id, phase: task.phase },
          'a step of a task failed',
        );
      })
      .finally(() => {
        this.running.delete(step);
        const count = (this.perAccount.get(account) ?? 1) - 1;
        if (count === 0) this.perAccount.delete(account);
        else this.perAccount.set(account, count);
        this.scan();
      });
    this.running.add(step);
  }
}
