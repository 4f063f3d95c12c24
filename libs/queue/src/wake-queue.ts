import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger } from '#telemetry';
import { Queue, createPostgresBackend } from 'bullmq';
import { JOB_DEFAULTS, type QueueSettings, postgresConnection, redisConnection } from './queue-connection.js';

const PATIENCE_MS = 200;
/** While the queue is away its callers' hints wait for it; beyond these they are forgotten. */
const MOST_WAITING = 100;

/** What is needed of a queue, whatever it lives on. */
interface HintQueue {
  add(name: string, data: { subject: string }, options: { jobId: string }): Promise<unknown>;
  on(event: 'error', listen: (error: Error) => void): unknown;
  close(): Promise<void>;
  disconnect(): Promise<void>;
}

/**
 * Hints for whoever works on a queue that something is due. They carry no work and may get lost: workers look for
 * themselves, too, only later. So nobody has to wait for a queue that is away, or hear of it.
 */
export class WakeQueue {
  private queue: HintQueue | undefined;
  private waiting = 0;

  constructor(
    private readonly settings: QueueSettings,
    private readonly name: string,
    private readonly logger: Logger,
  ) {}

  /** Never rejects, and resolves in a moment, whether or not the hint has arrived by then. */
  async add(subject: string): Promise<void> {
    if (this.waiting >= MOST_WAITING) return;
    await Promise.race([this.hint(subject), sleep(PATIENCE_MS, undefined, { ref: false })]);
  }

  async close(): Promise<void> {
    const { queue } = this;
    this.queue = undefined;
    if (queue !== undefined) await this.letGo(queue);
  }

  private async hint(subject: string): Promise<void> {
    this.waiting += 1;
    let queue: HintQueue | undefined;
    try {
      queue = this.queue ??= this.open();
      await queue.add('wake', { subject }, { jobId: `${subject}-${randomUUID()}` });
    } catch (error) {
      this.report(error as Error);
      // One that could not begin never recovers: the next hint begins anew.
      if (this.queue === queue) await this.close();
    } finally {
      this.waiting -= 1;
    }
  }

  private async letGo(queue: HintQueue): Promise<void> {
    const closing = queue.close().then(
      () => true,
      () => false,
    );
    const isClosed = await Promise.race([closing, sleep(PATIENCE_MS, false, { ref: false })]);
    if (!isClosed) void queue.disconnect().catch((error: Error) => this.report(error));
  }

  /** Opened with the first hint: most processes have none to give. */
  private open(): HintQueue {
    const { redisUrl, databaseUrl } = this.settings;
    const queue: HintQueue =
      redisUrl === undefined
        ? new Queue(
            this.name,
            { connection: postgresConnection(databaseUrl, 1), defaultJobOptions: JOB_DEFAULTS },
            createPostgresBackend,
          )
        : new Queue(this.name, { connection: redisConnection(redisUrl), defaultJobOptions: JOB_DEFAULTS });
    queue.on('error', (error) => this.report(error));
    return queue;
  }

  private report(error: Error): void {
    this.logger.warn({ queue: this.name, reason: error.message }, 'the queue is out of reach');
  }
}
