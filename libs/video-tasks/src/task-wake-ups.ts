import { WakeQueues } from '#jobs';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { VIDEO_QUEUE } from './video-queue.js';

/** Optional provider of `VideoTasksOptions`. */
export const VIDEO_TASKS_OPTIONS = Symbol('video tasks options');

export interface VideoTasksOptions {
  /** Whether workers are woken for new tasks. Otherwise they find them within a second. */
  wakesWorkers: boolean;
}

/** Wakes workers for tasks that are due. If that fails, a worker finds the task within a second. */
@Injectable()
export class TaskWakeUps {
  constructor(
    private readonly queues: WakeQueues,
    @Optional()
    @Inject(VIDEO_TASKS_OPTIONS)
    private readonly options: VideoTasksOptions = { wakesWorkers: true },
  ) {}

  wake(taskId: string): void {
    if (this.options.wakesWorkers) this.queues.wake(VIDEO_QUEUE, taskId);
  }
}
