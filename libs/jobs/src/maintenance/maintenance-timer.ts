import { setTimeout as sleep } from 'node:timers/promises';
import { LOGGER, type Logger, OutageLog } from '#telemetry';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { WORKER_NAME } from '../worker-name.js';
import { Maintenance } from './maintenance.js';
import { MaintenanceRunsRepository } from './maintenance-runs.repository.js';

const NAME = 'maintenance';
const EVERY_MS = 60_000;
/** How often each worker checks whether a run is due. */
const CHECK_EVERY_MS = 10_000;
const LEASE_MS = 5 * 60_000;
const STOP_TIMEOUT_MS = 10_000;

/** Runs the maintenance once per minute in one of the workers. It depends on the database only. */
@Injectable()
export class MaintenanceTimer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private readonly outage: OutageLog;

  constructor(
    private readonly runs: MaintenanceRunsRepository,
    private readonly maintenance: Maintenance,
    @Inject(WORKER_NAME) private readonly worker: string,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.outage = new OutageLog(logger, {
      gone: 'maintenance failed',
      back: 'maintenance works again',
      level: 'error',
    });
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.startIfDue(), CHECK_EVERY_MS);
    this.startIfDue();
  }

  /** A longer run is repeated by another worker after its lease has expired. All tasks are idempotent. */
  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await Promise.race([this.running, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
  }

  private startIfDue(): void {
    this.running ??= this.runIfDue().finally(() => (this.running = undefined));
  }

  private async runIfDue(): Promise<void> {
    const { runs, maintenance, worker, logger } = this;
    const claim = { name: NAME, worker, everyMs: EVERY_MS, leaseMs: LEASE_MS };
    try {
      const isOurs = await runs.claim(claim);
      this.outage.worked();
      if (!isOurs) return;
      try {
        logger.info(await maintenance.run(new Date()), 'maintenance done');
      } finally {
        await runs.release(claim);
      }
    } catch (error) {
      this.outage.failed(error);
    }
  }
}
