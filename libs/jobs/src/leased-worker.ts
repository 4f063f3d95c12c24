import { setTimeout as sleep } from 'node:timers/promises';
import { Processor, WorkerHost } from '@nestjs/bullmq';
import {
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { type Logger, OutageLog } from '#telemetry';

const SCAN_MS = 1_000;
const MIN_PAUSE_MS = 20;

export interface LeasedWorkerOptions {
  /** What it works on, in the plural, for the log. */
  items: string;
  maxConcurrent: number;
  leaseMs: number;
  /** How often the leases of running items are renewed; never where an item is done well within its lease. */
  renewEveryMs?: number;
  /** How long what is running may take once the worker is to stop; as long as it takes where this is not given. */
  drainMs?: number;
  logger: Logger;
}

/**
 * Lets a LeasedWorker be woken by the jobs of a queue. A job is a hint that something is due. It carries no work: the
 * rows do, and they are also looked for without it.
 */
export const WokenBy = (queue: string): ClassDecorator =>
  Processor(queue, {
    concurrency: 8,
    maxStalledCount: 100,
    // Hints are announced. Were they asked for as often as usual, two connections would stay open for that alone.
    drainDelay: 60,
    stalledInterval: 300_000,
  });

/**
 * Claims what is due and works on it, many at once. It looks when it is woken, when something ends, when the next item
 * is due, and once a second in any case, so that it depends on nothing but the database. Never are there two looks at
 * once. What fails is taken up again when its lease has run out.
 */
export abstract class LeasedWorker<Item extends object>
  extends WorkerHost
  implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown
{
  private readonly runs = new Map<Item, Promise<void>>();
  private readonly stopRequest = new AbortController();
  private isStarted = false;
  private stopped: Promise<void> | undefined;
  private scanTimer: NodeJS.Timeout | undefined;
  private scanning: Promise<void> | undefined;
  private isScanWanted = false;
  private isHinted = false;
  private renewTimer: NodeJS.Timeout | undefined;
  private renewing: Promise<void> | undefined;
  private renewedAt = performance.now();
  private readonly scanOutage: OutageLog;
  private readonly renewOutage: OutageLog;

  protected constructor(private readonly leasing: LeasedWorkerOptions) {
    super();
    const { items, logger } = leasing;
    this.scanOutage = new OutageLog(logger, {
      gone: `could not look for due ${items}`,
      back: `due ${items} are found again`,
    });
    this.renewOutage = new OutageLog(logger, {
      gone: `could not renew the leases of ${items}`,
      back: `the leases of ${items} are renewed again`,
    });
  }

  /** Takes items that are due, `max` at most. */
  protected abstract claimDue(max: number): Promise<Item[]>;

  /**
   * How long until something may be due, at most `maxMs`. Asked where nothing hints at it, once a second for ever: it
   * should cost less than a claim.
   */
  protected quietForMs(_maxMs: number): Promise<number> {
    return Promise.resolve(0);
  }

  protected abstract run(item: Item): Promise<void>;

  /** A run has rejected. */
  protected abstract onFailure(item: Item, error: unknown): void;

  /** How long until the next item is due, at most `maxMs`. */
  protected nextDueInMs(maxMs: number): Promise<number> {
    return Promise.resolve(maxMs);
  }

  /** Renews the leases of these; rejects where it cannot be known whether they are held. */
  protected renew(_running: readonly Item[]): Promise<void> {
    return Promise.resolve();
  }

  /** The lease could not be renewed in time: others may have taken the item over. */
  protected onLeaseLost(_item: Item): void {
    // Only who renews leases can lose them.
  }

  /** Ends what is still running when `drainMs` are over. Where it cannot be ended, it is not waited for any longer. */
  protected interrupt?(item: Item): void;

  protected get running(): Item[] {
    return [...this.runs.keys()];
  }

  /** Aborted when this worker is to stop. */
  protected get stopping(): AbortSignal {
    return this.stopRequest.signal;
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.start();
  }

  /** All workers of a process begin to stop before any is waited for. */
  onModuleDestroy(): void {
    void this.stop();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.stop();
  }

  override async process(): Promise<void> {
    this.wake();
  }

  async start(): Promise<void> {
    this.isStarted = true;
    this.wake();
    this.scheduleRenewal();
  }

  /** Something may be due. */
  wake(): void {
    this.isHinted = true;
    this.look();
  }

  private look(): void {
    if (!this.isStarted || this.stopping.aborted) return;
    if (this.scanning !== undefined) {
      this.isScanWanted = true;
      return;
    }
    clearTimeout(this.scanTimer);
    this.scanning = this.scan();
  }

  /** Takes nothing new, and waits for what is running. */
  stop(): Promise<void> {
    return (this.stopped ??= this.drain());
  }

  /** Without `start`: does all that is due now, and answers how many that were. Rejects where some of it failed. */
  async runDue(): Promise<number> {
    let count = 0;
    for (;;) {
      const started = await this.claim();
      if (started.length === 0) return count;
      const failed = (await Promise.allSettled(started)).find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') throw failed.reason;
      count += started.length;
    }
  }

  private async scan(): Promise<void> {
    let pauseMs = SCAN_MS;
    try {
      pauseMs = await this.claimAndPlan();
      this.scanOutage.worked();
    } catch (error) {
      this.scanOutage.failed(error);
    }
    this.scanning = undefined;
    if (this.stopping.aborted) return;
    const nextMs = this.isScanWanted ? 0 : pauseMs;
    this.isScanWanted = false;
    this.scanTimer = setTimeout(() => this.look(), Math.max(nextMs, MIN_PAUSE_MS));
  }

  /** Says when to look again. */
  private async claimAndPlan(): Promise<number> {
    const room = this.room;
    if (room <= 0) return SCAN_MS;
    const isHinted = this.isHinted || this.runs.size > 0;
    this.isHinted = false;
    const quietMs = isHinted ? 0 : await this.quietForMs(SCAN_MS);
    if (quietMs > 0) return quietMs;
    const started = await this.claim();
    return started.length === room ? 0 : this.nextDueInMs(SCAN_MS);
  }

  private get room(): number {
    return this.leasing.maxConcurrent - this.runs.size;
  }

  /** Claims as many as there is room for, and begins to work on them. */
  private async claim(): Promise<Promise<void>[]> {
    const { room } = this;
    const claimed = room > 0 ? await this.claimDue(room) : [];
    return claimed.map((item) => this.begin(item));
  }

  private begin(item: Item): Promise<void> {
    if (this.runs.size === 0) this.renewedAt = performance.now();
    const run = this.run(item);
    const settled = run
      .catch((error: unknown) => this.onFailure(item, error))
      .finally(() => {
        this.runs.delete(item);
        this.wake();
      });
    this.runs.set(item, settled);
    return run;
  }

  private scheduleRenewal(): void {
    const { renewEveryMs } = this.leasing;
    if (renewEveryMs === undefined) return;
    this.renewTimer = setTimeout(() => {
      this.renewing = this.renewRunning().finally(() => this.scheduleRenewal());
    }, renewEveryMs);
  }

  private async renewRunning(): Promise<void> {
    const { leaseMs } = this.leasing;
    const { running } = this;
    if (running.length === 0) return;
    const askedAt = performance.now();
    try {
      await this.renew(running);
      this.renewedAt = askedAt;
      this.renewOutage.worked();
    } catch (error) {
      this.renewOutage.failed(error);
      if (performance.now() - this.renewedAt > leaseMs) for (const item of running) this.onLeaseLost(item);
    }
  }

  private async drain(): Promise<void> {
    this.stopRequest.abort();
    clearTimeout(this.scanTimer);
    await this.scanning;
    await this.waitForRunning(this.leasing.drainMs);
    if (this.interrupt !== undefined) {
      for (const item of this.running) this.interrupt(item);
      await this.waitForRunning();
    }
    await this.renewing;
    clearTimeout(this.renewTimer);
  }

  private async waitForRunning(maxMs?: number): Promise<void> {
    const all = Promise.all(this.runs.values());
    await (maxMs === undefined ? all : Promise.race([all, sleep(maxMs, undefined, { ref: false })]));
  }
}
