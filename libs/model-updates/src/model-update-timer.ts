import { setTimeout as sleep } from 'node:timers/promises';
import { MaintenanceRunsRepository, WORKER_NAME } from '#jobs';
import { LOGGER, type Logger, OutageLog } from '#telemetry';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { ScheduledModelUpdate } from './scheduled-model-update.js';

const NAME = 'model updates';
/** How often each worker checks whether a run is due. */
const CHECK_INTERVAL_MS = 60_000;
const RETRY_MS = 60 * 60 * 1000;
/** Longer than the timeouts of two sources and their signatures. */
const LEASE_MS = 5 * 60_000;
const STOP_TIMEOUT_MS = 10_000;

/** Runs scheduled model updates, in one worker at a time. Separate from the maintenance, which would wait for downloads. */
@Injectable()
export class ModelUpdateTimer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private readonly stopping = new AbortController();
  private readonly outage: OutageLog;

  constructor(
    private readonly runs: MaintenanceRunsRepository,
    private readonly update: ScheduledModelUpdate,
    @Inject(WORKER_NAME) private readonly worker: string,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.outage = new OutageLog(logger, {
      gone: 'scheduled model updates failed',
      back: 'scheduled model updates work again',
      level: 'error',
    });
  }

  onApplicationBootstrap(): void {
    const { everyMs } = this.update;
    if (everyMs === undefined) return;
    const check = (): void => {
      this.running ??= this.runIfDue(everyMs).finally(() => (this.running = undefined));
    };
    this.timer = setInterval(check, CHECK_INTERVAL_MS);
    check();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await Promise.race([this.running, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
  }

  /** A run that the shutdown of this worker interrupts is released, so that another worker repeats it. */
  private async runIfDue(everyMs: number): Promise<void> {
    const { runs, update, worker, stopping } = this;
    const claim = { name: NAME, worker, everyMs, leaseMs: LEASE_MS };
    try {
      if (stopping.signal.aborted) return;
      const isOurs = await runs.claim(claim);
      this.outage.worked();
      if (!isOurs) return;
      const isDone = await update.run(stopping.signal);
      if (isDone) await runs.release(claim);
      else await runs.releaseToRetry(claim, stopping.signal.aborted ? 0 : RETRY_MS);
    } catch (error) {
      this.outage.failed(error);
    }
  }
}
