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

const READ_EVERY_MS = 500;

/** Reads tasks periodically. All watchers of a task share its reads. */
export class SharedTaskReads {
  private readonly pending = new Map<string, Promise<VideoTask>>();

  constructor(
    private readonly tasks: Pick<VideoTasks, 'find'>,
    private readonly everyMs = READ_EVERY_MS,
  ) {}

  /** Returns the next read of a task, which all its watchers share. */
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

interface WatchedTask {
  token: Token;
  task: VideoTask;
  /** The last version that the client has received, if it has connected again. */
  seenVersion?: number;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

/** Sends an event for each change of a task, until it is finished. */
@Injectable()
export class TaskStream {
  private readonly sharedReads: SharedTaskReads;

  constructor(
    tasks: VideoTasks,
    private readonly media: MediaStore,
    private readonly drain: Drain,
    @Inject(RELAY_OPTIONS) private readonly options: RelayOptions,
  ) {
    this.sharedReads = new SharedTaskReads(tasks);
  }

  async send({ token, task, seenVersion, signal }: WatchedTask, stream: ClientStream): Promise<void> {
    const { drain } = this;
    const { keepAliveMs } = this.options;
    let lastSent = task.version === seenVersion ? task : undefined;
    let lastWriteAt = performance.now();
    for (
      let current: VideoTask | undefined = task;
      current !== undefined;
      current = await this.readAgain(token, current)
    ) {
      signal.throwIfAborted();
      const isSilent = performance.now() - lastWriteAt >= keepAliveMs;
      const hasChanged = lastSent === undefined || isDifferent(current, lastSent);
      if (hasChanged || isSilent) {
        await stream.write(hasChanged ? this.encodeEvent(current) : SSE_KEEP_ALIVE);
        lastSent = current;
        lastWriteAt = performance.now();
      }
      // A process that is stopping ends its streams. Clients then connect to another process.
      if (isFinished(current) || drain.isDraining) break;
    }
    stream.end();
  }

  private encodeEvent(task: VideoTask): string {
    return encodeSseEvent({
      id: String(task.version),
      data: JSON.stringify(encodeTask(task, buildVideoLink(task, this.media))),
    });
  }

  /** Undefined if the task was deleted. Returns the last version if the database is unavailable. */
  private async readAgain(token: Token, task: VideoTask): Promise<VideoTask | undefined> {
    try {
      return await this.sharedReads.next(token, task.id);
    } catch (error) {
      return error instanceof GatewayError && error.kind === 'resource-not-found' ? undefined : task;
    }
  }
}

function isDifferent(current: VideoTask, previous: VideoTask): boolean {
  return current.status !== previous.status || current.progress !== previous.progress;
}
