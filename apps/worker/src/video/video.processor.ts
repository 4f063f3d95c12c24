import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import { Inject, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { type Logger } from '#telemetry';
import { TaskWorker, VIDEO_QUEUE } from '#video-tasks';
import { LOGGER } from '../logger.token.js';

/** A job is a hint that something is due. It carries no work: the rows do, and they are also looked for without it. */
@Processor(VIDEO_QUEUE, { concurrency: 8, maxStalledCount: 100 })
export class VideoProcessor extends WorkerHost implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    @Inject(TaskWorker) private readonly tasks: TaskWorker,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super();
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.tasks.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.tasks.stop();
  }

  override async process(): Promise<void> {
    this.tasks.wake();
  }

  /** The queue reconnects by itself; without a listener the first lost connection would end the process. */
  @OnWorkerEvent('error')
  reportError(error: Error): void {
    this.logger.warn({ reason: error.message }, 'the queue is out of reach');
  }
}
