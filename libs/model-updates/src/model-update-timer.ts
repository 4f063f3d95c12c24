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
/** How often each worker looks whether a run is due. */
const LOOK_MS = 60_000;
const RETRY_MS = 60 * 60 * 1000;
/** Longer than two sources and their signatures may take. */
const LEASE_MS = 5 * 60_000;
const STOP_TIMEOUT_MS = 10_000;

/** Has models brought up to date as often as was ordered, by one worker of all. Not part of the maintenance, which would wait for it. */
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
      gone: 'the schedule of model updates failed',
      back: 'the schedule of model updates is followed again',
      level: 'error',
    });
  }

  onApplicationBootstrap(): void {
    const { everyMs } = this.update;
    if (everyMs === undefined) return;
    const look = (): void => {
      this.running ??= this.runIfDue(everyMs).finally(() => (this.running = undefined));
    };
    this.timer = setInterval(look, LOOK_MS);
    look();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await Promise.race([this.running, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
  }

  /** What was interrupted by the end of this worker is begun anew by the next one. */
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
