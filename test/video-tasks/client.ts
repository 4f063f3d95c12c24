import { type Accepted, type KeptImage, type VideoTask, type VideoTasks, isFinished } from '#video-tasks';
import { admittedCall } from '../harness/admitted-call.js';
import { eventually } from '../eventually/index.js';
import { type VideoHarness } from './video-harness.js';

/** A client that submits a video and watches its task. */
export class Client {
  /** All states that it received, in order. */
  readonly seen: Pick<VideoTask, 'status' | 'version' | 'progress'>[] = [];

  constructor(
    private readonly harness: Pick<VideoHarness, 'token'>,
    private readonly prompt: string,
    private readonly images: readonly KeptImage[] = [],
  ) {}

  submit(tasks: VideoTasks): Promise<Accepted> {
    const { prompt, images } = this;
    return tasks.accept({
      admitted: admittedCall(this.harness.token),
      request: { model: 'video', prompt, images, durationSeconds: 4 },
      route: 'test',
      body: Buffer.from(prompt),
      idempotencyKey: prompt,
      webhookUrl: 'http://127.0.0.1/hook',
    });
  }

  async look(tasks: VideoTasks, id: string): Promise<VideoTask> {
    const task = await tasks.find(this.harness.token, id);
    const { status, version, progress } = task;
    this.seen.push({ status, version, progress });
    return task;
  }

  /** Watches until the task is finished. */
  watch(tasks: VideoTasks, id: string, timeoutMs = 30_000): Promise<VideoTask> {
    return eventually(async () => {
      const task = await this.look(tasks, id);
      return isFinished(task) ? task : undefined;
    }, timeoutMs);
  }
}
