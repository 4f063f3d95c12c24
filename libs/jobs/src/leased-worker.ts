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
  /** The name of the items in the plural, for the log. */
  items: string;
  maxConcurrent: number;
  leaseMs: number;
  /** How often the leases of running items are renewed. Not needed if items finish well within their lease. */
  renewEveryMs?: number;
  /** How long a stopping worker waits for running items; undefined means without limit. */
  drainMs?: number;
  logger: Logger;
}

/**
 * Wakes a LeasedWorker when the queue has a job. A job is only a hint that an item is due: the work is in the rows,
 * which the worker also finds without a job.
 */
export const WokenBy = (queue: string): ClassDecorator =>
  Processor(queue, {
    concurrency: 8,
    maxStalledCount: 100,
    // New jobs are announced. The default polling intervals would keep two connections busy for nothing.
    drainDelay: 60,
    stalledInterval: 300_000,
  });

/**
 * Claims due items and runs them concurrently. It scans for due items when it is woken, when an item ends, when the
 * next item is due, and once per second in any case, so that it depends on the database only. Two scans never run at
 * the same time. A failed item is claimed again after its lease has expired.
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
  private needsScan = false;
  private isHinted = false;
  private renewTimer: NodeJS.Timeout | undefined;
  private renewing: Promise<void> | undefined;
  private renewedAt = performance.now();
  private readonly scanOutage: OutageLog;
  private readonly renewOutage: OutageLog;

  protected constructor(private readonly workerOptions: LeasedWorkerOptions) {
    super();
    const { items, logger } = workerOptions;
    this.scanOutage = new OutageLog(logger, {
      gone: `due ${items} could not be loaded`,
      back: `due ${items} are loaded again`,
    });
    this.renewOutage = new OutageLog(logger, {
      gone: `leases of ${items} could not be renewed`,
      back: `leases of ${items} are renewed again`,
    });
  }

  /** Claims up to `max` due items. */
  protected abstract claimDue(max: number): Promise<Item[]>;

  /**
   * How long until an item may be due, at most `maxMs`. Called before scans without a hint, every second, so it should
   * be cheaper than a claim.
   */
  protected quietForMs(_maxMs: number): Promise<number> {
    return Promise.resolve(0);
  }

  protected abstract run(item: Item): Promise<void>;

  /** Called when a run has rejected. */
  protected abstract onFailure(item: Item, error: unknown): void;

  /** How long until the next item is due, at most `maxMs`. */
  protected nextDueInMs(maxMs: number): Promise<number> {
    return Promise.resolve(maxMs);
  }

  /** Renews the leases of these items. Rejects if it is unknown whether they are still held. */
  protected renew(_running: readonly Item[]): Promise<void> {
    return Promise.resolve();
  }

  /** Called when a lease could not be renewed in time: another worker may have claimed the item. */
  protected onLeaseLost(_item: Item): void {
    // Without renewal, leases are not lost.
  }

  /** Ends an item that is still running after `drainMs`. Without this method, the worker then stops without waiting. */
  protected interrupt?(item: Item): void;

  protected get running(): Item[] {
    return [...this.runs.keys()];
  }

  /** Aborted when this worker has to stop. */
  protected get stopping(): AbortSignal {
    return this.stopRequest.signal;
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.start();
  }

  /** Starts stopping without waiting, so that all workers of a process stop at the same time. */
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

  /** An item may be due. */
  wake(): void {
    this.isHinted = true;
    this.startScan();
  }

  private startScan(): void {
    if (!this.isStarted || this.stopping.aborted) return;
    if (this.scanning !== undefined) {
      this.needsScan = true;
      return;
    }
    clearTimeout(this.scanTimer);
    this.scanning = this.scan();
  }

  /** Claims nothing new, and waits for running items. */
  stop(): Promise<void> {
    return (this.stopped ??= this.drain());
  }

  /** Without `start`: runs all due items and returns their number. Rejects if one of them failed. */
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
    const nextMs = this.needsScan ? 0 : pauseMs;
    this.needsScan = false;
    this.scanTimer = setTimeout(() => this.startScan(), Math.max(nextMs, MIN_PAUSE_MS));
  }

  /** Returns the time until the next scan. */
  private async claimAndPlan(): Promise<number> {
    const { freeSlots } = this;
    if (freeSlots <= 0) return SCAN_MS;
    const isHinted = this.isHinted || this.runs.size > 0;
    this.isHinted = false;
    const quietMs = isHinted ? 0 : await this.quietForMs(SCAN_MS);
    if (quietMs > 0) return quietMs;
    const started = await this.claim();
    return started.length === freeSlots ? 0 : this.nextDueInMs(SCAN_MS);
  }

  private get freeSlots(): number {
    return this.workerOptions.maxConcurrent - this.runs.size;
  }

  /** Claims and starts as many items as there are free slots. */
  private async claim(): Promise<Promise<void>[]> {
    const { freeSlots } = this;
    const claimed = freeSlots > 0 ? await this.claimDue(freeSlots) : [];
    return claimed.map((item) => this.startRun(item));
  }

  private startRun(item: Item): Promise<void> {
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
    const { renewEveryMs } = this.workerOptions;
    if (renewEveryMs === undefined) return;
    this.renewTimer = setTimeout(() => {
      this.renewing = this.renewRunning().finally(() => this.scheduleRenewal());
    }, renewEveryMs);
  }

  private async renewRunning(): Promise<void> {
    const { leaseMs } = this.workerOptions;
    const { running } = this;
    if (running.length === 0) return;
    const startedAt = performance.now();
    try {
      await this.renew(running);
      this.renewedAt = startedAt;
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
    await this.waitForRunning(this.workerOptions.drainMs);
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
