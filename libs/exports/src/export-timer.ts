import { setTimeout as sleep } from 'node:timers/promises';
import { type MaintenanceRunsRepository } from '#jobs';
import { type Logger, OutageLog } from '#telemetry';
import { type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { DeliveryFailure } from './destination.js';
import { type ExportStateRepository } from './export-state.repository.js';
import { type Exporter } from './exporter.js';

/** How often each worker looks whether an export is due. */
const LOOK_MS = 1_000;
/** Longer than one batch can take: only a worker that has died loses its lease. */
const LEASE_MS = 3 * 60_000;
/** After that the lease goes back: others may be waiting for this worker to be stopped. */
const RUN_MS = 30_000;
const STOP_TIMEOUT_MS = 10_000;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 5 * 60_000;
/** As far as a receiver's word is followed. */
const MAX_RETRY_AFTER_MS = 60 * 60_000;
/** Where it was not the receiver that failed, but our own side. */
const DATABASE_RETRY_MS = 2_000;
const JITTER = 0.2;

export interface ScheduledExport {
  exporter: Exporter;
  everyMs: number;
}

export interface ExportTimerOptions {
  exports: readonly ScheduledExport[];
  runs: MaintenanceRunsRepository;
  states: ExportStateRepository;
  worker: string;
  logger: Logger;
}

/** Runs each export as often as was ordered, in one worker of all. */
export class ExportTimer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private readonly running = new Map<Exporter, Promise<void>>();
  private isStopping = false;
  private readonly outage: OutageLog;

  constructor(private readonly options: ExportTimerOptions) {
    this.outage = new OutageLog(options.logger, {
      gone: 'exports cannot be looked after',
      back: 'exports are looked after again',
      level: 'error',
    });
  }

  onApplicationBootstrap(): void {
    if (this.options.exports.length === 0) return;
    this.timer = setInterval(() => this.look(), LOOK_MS);
    this.look();
  }

  /** A batch that takes longer is delivered again by whoever goes on. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.timer);
    await Promise.race([
      Promise.all(this.running.values()),
      sleep(STOP_TIMEOUT_MS, undefined, { ref: false }),
    ]);
  }

  private look(): void {
    for (const scheduled of this.options.exports) {
      const { exporter } = scheduled;
      if (this.running.has(exporter)) continue;
      this.running.set(
        exporter,
        this.runIfDue(scheduled).finally(() => this.running.delete(exporter)),
      );
    }
  }

  private async runIfDue({ exporter, everyMs }: ScheduledExport): Promise<void> {
    const { runs, worker } = this.options;
    const { name, kind } = exporter.key;
    const claim = { name: `export ${name} ${kind}`, worker, everyMs, leaseMs: LEASE_MS };
    try {
      if (!(await runs.claim(claim))) return;
      const waitMs = await this.run(exporter);
      if (waitMs === undefined) await runs.release(claim);
      else await runs.releaseToRetry(claim, waitMs);
    } catch (error) {
      this.outage.failed(error);
    }
  }

  /** How long to wait before the next run; undefined where that is as usual. */
  private async run(exporter: Exporter): Promise<number | undefined> {
    const until = performance.now() + RUN_MS;
    try {
      const hasMore = await exporter.run(() => this.isStopping || performance.now() > until);
      this.outage.worked();
      return hasMore ? 0 : undefined;
    } catch (error) {
      if (error instanceof DeliveryFailure) return await this.noteFailure(exporter, error);
      this.outage.failed(error);
      return DATABASE_RETRY_MS;
    }
  }

  private async noteFailure({ key }: Exporter, { message, retryAfterMs }: DeliveryFailure): Promise<number> {
    const { states, logger } = this.options;
    const failures = await states.noteFailure(key);
    if (failures === 1) {
      const about = { export: key.name, kind: key.kind, reason: message };
      logger.warn(about, 'an export cannot be delivered and is tried again until it can');
    }
    const backoffMs = Math.min(FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 10), MAX_RETRY_MS);
    const jitteredMs = backoffMs * (1 + JITTER * (Math.random() - 0.5));
    return Math.max(jitteredMs, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS));
  }
}
