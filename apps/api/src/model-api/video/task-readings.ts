import { setTimeout as sleep } from 'node:timers/promises';
import { type Token } from '#access';
import { type VideoTask, type VideoTasks } from '#video-tasks';

/** Looks at tasks again and again for whoever watches them: those who watch one together cost as much as one. */
export class TaskReadings {
  private readonly pending = new Map<string, Promise<VideoTask>>();

  constructor(
    private readonly tasks: Pick<VideoTasks, 'find'>,
    private readonly everyMs: number,
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
