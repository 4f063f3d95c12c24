import { setTimeout as sleep } from 'node:timers/promises';
import { CONFIG, type Config } from '#config';
import { MaintenanceRunsRepository, WORKER_NAME } from '#jobs';
import { LOGGER, type Logger, OutageLog } from '#telemetry';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DeliveryFailure } from './destination.js';
import { ExportFactory, type ScheduledExport } from './export-factory.js';
import { type ExportStateRepository } from './export-state.repository.js';
import { type Exporter } from './exporter.js';

/** How often each worker checks whether an export is due. */
const CHECK_INTERVAL_MS = 1_000;
/** Longer than a batch can take, so only a crashed worker loses its lease. */
const LEASE_MS = 3 * 60_000;
/** After this time, the lease is released for other workers. */
const MAX_RUN_MS = 30_000;
const STOP_TIMEOUT_MS = 10_000;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 5 * 60_000;
/** The maximum delay that a receiver may request. */
const MAX_RETRY_AFTER_MS = 60 * 60_000;
/** After an error that is not the receiver's. */
const DATABASE_RETRY_MS = 2_000;
const JITTER = 0.2;

/** Runs each export at its interval, in one worker at a time. */
@Injectable()
export class ExportTimer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private readonly running = new Map<Exporter, Promise<void>>();
  private isStopping = false;
  private readonly outage: OutageLog;
  private readonly states: ExportStateRepository;
  private readonly exports: readonly ScheduledExport[];

  constructor(
    factory: ExportFactory,
    private readonly runs: MaintenanceRunsRepository,
    @Inject(WORKER_NAME) private readonly worker: string,
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.states = factory.states;
    this.exports = factory.create(config, logger);
    this.outage = new OutageLog(logger, {
      gone: 'exports cannot be processed',
      back: 'exports are processed again',
      level: 'error',
    });
  }

  onApplicationBootstrap(): void {
    if (this.exports.length === 0) return;
    this.timer = setInterval(() => this.startDue(), CHECK_INTERVAL_MS);
    this.startDue();
  }

  /** A batch that takes longer is delivered again by the next worker. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.timer);
    await Promise.race([
      Promise.all(this.running.values()),
      sleep(STOP_TIMEOUT_MS, undefined, { ref: false }),
    ]);
  }

  private startDue(): void {
    for (const scheduled of this.exports) {
      const { exporter } = scheduled;
      if (this.running.has(exporter)) continue;
      this.running.set(
        exporter,
        this.runIfDue(scheduled).finally(() => this.running.delete(exporter)),
      );
    }
  }

  private async runIfDue({ exporter, everyMs }: ScheduledExport): Promise<void> {
    const { runs, worker } = this;
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

  /** Returns the delay before the next run; undefined for the usual interval. */
  private async run(exporter: Exporter): Promise<number | undefined> {
    const until = performance.now() + MAX_RUN_MS;
    try {
      const hasMore = await exporter.run(() => this.isStopping || performance.now() > until);
      this.outage.worked();
      return hasMore ? 0 : undefined;
    } catch (error) {
      if (error instanceof DeliveryFailure) return await this.handleFailure(exporter, error);
      this.outage.failed(error);
      return DATABASE_RETRY_MS;
    }
  }

  private async handleFailure(
    { key }: Exporter,
    { message, retryAfterMs }: DeliveryFailure,
  ): Promise<number> {
    const { states, logger } = this;
    const failures = await states.countFailure(key);
    if (failures === 1) {
      const logFields = { export: key.name, kind: key.kind, reason: message };
      logger.warn(logFields, 'export delivery failed and will be retried');
    }
    const backoffMs = Math.min(FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 10), MAX_RETRY_MS);
    const jitteredMs = backoffMs * (1 + JITTER * (Math.random() - 0.5));
    return Math.max(jitteredMs, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS));
  }
}
