import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { type Token } from '#access';
import { GatewayError } from '#canonical';
import { Drain } from '#http-edge';
import { MediaStore } from '#media';
import { type ClientStream, RELAY_OPTIONS, type RelayOptions } from '#relay';
import { SSE_KEEP_ALIVE, encodeSseEvent } from '#sse';
import { type VideoTask, VideoTasks, isFinished } from '#video-tasks';
import { encodeTask } from '#wire';
import { buildVideoLink } from './video-link.js';

/** How often a watched task is read. */
const READ_EVERY_MS = 500;

/** Looks at tasks again and again for whoever watches them: those who watch one together cost as much as one. */
export class TaskReadings {
  private readonly pending = new Map<string, Promise<VideoTask>>();

  constructor(
    private readonly tasks: Pick<VideoTasks, 'find'>,
    private readonly everyMs = READ_EVERY_MS,
  ) {}

  /** The next look at a task, which is shared by all who wait for one. */
  next(token: Token, id: string): Promise<VideoTask> {
    const key = JSON.stringify([token.owner, id]);
    const reading = this.pending.get(key) ?? this.readLater(token, id, key);
    this.pending.set(key, reading);
    return reading;
  }

  private async readLater(token: Token, id: string, key: string): Promise<VideoTask> {
    try {
      await sleep(this.everyMs);
      return await this.tasks.find(token, id);
    } finally {
      this.pending.delete(key);
    }
  }
}

interface Watched {
  token: Token;
  task: VideoTask;
  /** The version that the client has seen already, where it comes back. */
  seenVersion?: number;
  /** Aborted when the client has gone. */
  signal: AbortSignal;
}

/** Tells of a task whenever a client would notice a difference, until it is finished. */
@Injectable()
export class TaskStream {
  private readonly readings: TaskReadings;

  constructor(
    tasks: VideoTasks,
    private readonly media: MediaStore,
    private readonly drain: Drain,
    @Inject(RELAY_OPTIONS) private readonly options: RelayOptions,
  ) {
    this.readings = new TaskReadings(tasks);
  }

  async send({ token, task, seenVersion, signal }: Watched, stream: ClientStream): Promise<void> {
    const { drain } = this;
    const { keepAliveMs } = this.options;
    let shown = task.version === seenVersion ? task : undefined;
    let lastWordAt = performance.now();
    for (let now: VideoTask | undefined = task; now !== undefined; now = await this.lookAgain(token, now)) {
      signal.throwIfAborted();
      const isSilent = performance.now() - lastWordAt >= keepAliveMs;
      const isNews = shown === undefined || isDifferent(now, shown);
      if (isNews || isSilent) {
        await stream.write(isNews ? this.getEvent(now) : SSE_KEEP_ALIVE);
        shown = now;
        lastWordAt = performance.now();
      }
      // A process that is about to stop ends its streams; whoever watches comes back to another one.
      if (isFinished(now) || drain.isDraining) break;
    }
    stream.end();
  }

  private getEvent(task: VideoTask): string {
    return encodeSseEvent({
      id: String(task.version),
      data: JSON.stringify(encodeTask(task, buildVideoLink(task, this.media))),
    });
  }

  /** Undefined where the task has been deleted. While the database is away nothing is known to have changed. */
  private async lookAgain(token: Token, task: VideoTask): Promise<VideoTask | undefined> {
    try {
      return await this.readings.next(token, task.id);
    } catch (error) {
      return error instanceof GatewayError && error.kind === 'resource-not-found' ? undefined : task;
    }
  }
}

function isDifferent(now: VideoTask, before: VideoTask): boolean {
  return now.status !== before.status || now.progress !== before.progress;
}
