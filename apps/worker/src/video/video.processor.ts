import { Processor, WorkerHost } from '@nestjs/bullmq';
import { type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { TaskWorker, VIDEO_QUEUE } from '#video-tasks';

/** A job is a hint that something is due. It carries no work: the rows do, and they are also looked for without it. */
@Processor(VIDEO_QUEUE, { concurrency: 8, maxStalledCount: 100 })
export class VideoProcessor extends WorkerHost implements OnApplicationBootstrap, OnApplicationShutdown {
  /** Before that nothing is known of channels. */
  private isStarted = false;

  constructor(private readonly tasks: TaskWorker) {
    super();
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.tasks.start();
    this.isStarted = true;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.tasks.stop();
  }

  override async process(): Promise<void> {
    if (this.isStarted) this.tasks.wake();
  }
}
