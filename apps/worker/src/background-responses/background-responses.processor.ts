import { Processor, WorkerHost } from '@nestjs/bullmq';
import { type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { BACKGROUND_RESPONSES_QUEUE, ResponseWorker } from '#responses';

/** A job is a hint that something is due. It carries no work: the rows do, and they are also looked for without it. */
@Processor(BACKGROUND_RESPONSES_QUEUE, { concurrency: 8, maxStalledCount: 100 })
export class BackgroundResponsesProcessor
  extends WorkerHost
  implements OnApplicationBootstrap, OnApplicationShutdown
{
  /** Before that nothing is known of channels. */
  private isStarted = false;

  constructor(private readonly responses: ResponseWorker) {
    super();
  }

  onApplicationBootstrap(): void {
    this.responses.start();
    this.isStarted = true;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.responses.stop();
  }

  override async process(): Promise<void> {
    if (this.isStarted) this.responses.wake();
  }
}
