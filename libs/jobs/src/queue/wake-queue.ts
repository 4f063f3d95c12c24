import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CONFIG, type Config, requireDirectDatabaseUrl } from '#config';
import { LOGGER, type Logger } from '#telemetry';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type IQueueBackend, Queue } from 'bullmq';
import { type QueueSettings } from './queue-store.js';
import { ReconnectingClient } from './reconnecting-client.js';

const HINT_TIMEOUT_MS = 200;
/** While the queue is unreachable, this many hints wait for it; further ones are dropped. */
const MAX_PENDING = 100;
/** Finished jobs are only for diagnosis: the work is in our own tables. */
const JOB_DEFAULTS = { removeOnComplete: { count: 100 }, removeOnFail: { count: 1000 } };

type HintQueue = Queue<
  { subject: string },
  unknown,
  string,
  { subject: string },
  unknown,
  string,
  IQueueBackend
>;

/**
 * Sends hints to the workers of a queue that an item is due. A hint contains no work and may be lost: workers find the
 * item without it, only later. So an unreachable queue never delays or fails a caller.
 */
export class WakeQueue {
  private client: ReconnectingClient<HintQueue> | undefined;
  private pendingHints = 0;

  constructor(
    private readonly settings: QueueSettings,
    private readonly name: string,
    private readonly logger: Logger,
  ) {}

  /** Never rejects, and resolves within 200 ms, even if the hint has not arrived by then. */
  async add(subject: string): Promise<void> {
    if (this.pendingHints >= MAX_PENDING) return;
    await Promise.race([this.sendHint(subject), sleep(HINT_TIMEOUT_MS, undefined, { ref: false })]);
  }

  async close(): Promise<void> {
    const { client } = this;
    this.client = undefined;
    await client?.close();
  }

  private async sendHint(subject: string): Promise<void> {
    this.pendingHints += 1;
    try {
      const client = (this.client ??= this.open());
      const queue = await client.whenOpen();
      await queue
        .add('wake', { subject }, { jobId: `${subject}-${randomUUID()}` })
        .catch((error: Error) => client.fail(queue, error));
    } finally {
      this.pendingHints -= 1;
    }
  }

  /** Opened with the first hint, because most processes send none. */
  private open(): ReconnectingClient<HintQueue> {
    const { name, settings, logger } = this;
    return new ReconnectingClient<HintQueue>({
      name,
      settings,
      logger,
      connections: 1,
      create: ({ createBackend }) =>
        new Queue(name, { connection: {}, defaultJobOptions: JOB_DEFAULTS }, createBackend),
      abandon: (queue) => queue.getBackend().close(true),
      close: (queue) => queue.close(),
    });
  }
}

/** The queues of all workers, by name. */
@Injectable()
export class WakeQueues implements OnApplicationShutdown {
  private readonly queues = new Map<string, WakeQueue>();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Wakes the workers of this queue, because the subject may be due. */
  wake(queue: string, subject: string): void {
    void this.getQueue(queue).add(subject);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
  }

  private getQueue(name: string): WakeQueue {
    const existing = this.queues.get(name);
    if (existing !== undefined) return existing;
    const { redisUrl } = this.config;
    const queue = new WakeQueue(
      { redisUrl, databaseUrl: requireDirectDatabaseUrl(this.config) },
      name,
      this.logger,
    );
    this.queues.set(name, queue);
    return queue;
  }
}
