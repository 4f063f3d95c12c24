import { InjectQueue, OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import { Inject, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { type Logger } from '#telemetry';
import { type Queue } from 'bullmq';
import { LOGGER } from '../logger.token.js';
import { UPKEEP_QUEUE } from './upkeep-queue.js';
import { Upkeep, type UpkeepReport } from './upkeep.js';

const EVERY_MS = 60_000;

/** Runs the chores once a minute, in whichever worker is free. */
@Processor(UPKEEP_QUEUE)
export class UpkeepProcessor extends WorkerHost implements OnApplicationBootstrap, OnApplicationShutdown {
  private reminder: NodeJS.Timeout | undefined;

  constructor(
    @InjectQueue(UPKEEP_QUEUE) private readonly queue: Queue,
    @Inject(Upkeep) private readonly upkeep: Upkeep,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super();
  }

  async onApplicationBootstrap(): Promise<void> {
    this.queue.on('error', (error) => this.reportError(error));
    await this.schedule();
    // A queue that was wiped has lost its schedule; asking for it again costs nothing where it is still there.
    this.reminder = setInterval(
      () => void this.schedule().catch((error: Error) => this.reportError(error)),
      EVERY_MS,
    );
  }

  onApplicationShutdown(): void {
    clearInterval(this.reminder);
  }

  private async schedule(): Promise<void> {
    await this.queue.upsertJobScheduler('upkeep', { every: EVERY_MS }, { name: 'upkeep' });
  }

  override async process(): Promise<UpkeepReport> {
    const report = await this.upkeep.run(new Date());
    this.logger.info(report, 'upkeep done');
    return report;
  }

  @OnWorkerEvent('failed')
  reportFailure(_job: unknown, error: Error): void {
    this.logger.error({ err: error }, 'upkeep failed');
  }

  /** The queue reconnects by itself; without a listener the first lost connection would end the process. */
  @OnWorkerEvent('error')
  reportError(error: Error): void {
    this.logger.warn({ reason: error.message }, 'the queue is out of reach');
  }
}
