import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import { Inject, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { BACKGROUND_RESPONSES_QUEUE, ResponseWorker } from '#background-responses';
import { type Logger } from '#telemetry';
import { LOGGER } from '../logger.token.js';

/** A job is a hint that something is due. It carries no work: the rows do, and they are also looked for without it. */
@Processor(BACKGROUND_RESPONSES_QUEUE, { concurrency: 8, maxStalledCount: 100 })
export class BackgroundResponsesProcessor
  extends WorkerHost
  implements OnApplicationBootstrap, OnApplicationShutdown
{
  constructor(
    @Inject(ResponseWorker) private readonly responses: ResponseWorker,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super();
  }

  onApplicationBootstrap(): void {
    this.responses.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.responses.stop();
  }

  override async process(): Promise<void> {
    this.responses.wake();
  }

  /** The queue reconnects by itself; without a listener the first lost connection would end the process. */
  @OnWorkerEvent('error')
  reportError(error: Error): void {
    this.logger.warn({ reason: error.message }, 'the queue is out of reach');
  }
}
