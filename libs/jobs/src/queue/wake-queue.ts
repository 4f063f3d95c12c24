import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CONFIG, type Config, requireDirectDatabaseUrl } from '#config';
import { LOGGER, type Logger } from '#telemetry';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type IQueueBackend, Queue } from 'bullmq';
import { type QueueSettings } from './queue-store.js';
import { ReconnectingClient } from './reconnecting-client.js';

const HINT_TIMEOUT_MS = 200;
/** While the queue is away its callers' hints wait for it; beyond these they are forgotten. */
const MAX_WAITING = 100;
/** Finished jobs are only a trace for whoever looks into the queue; the rows in our own tables are the truth. */
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
 * Hints for whoever works on a queue that something is due. They carry no work and may get lost: workers look for
 * themselves, too, only later. So nobody has to wait for a queue that is away, or learn of it.
 */
export class WakeQueue {
  private client: ReconnectingClient<HintQueue> | undefined;
  private waiting = 0;

  constructor(
    private readonly settings: QueueSettings,
    private readonly name: string,
    private readonly logger: Logger,
  ) {}

  /** Never rejects, and resolves in a moment, whether or not the hint has arrived by then. */
  async add(subject: string): Promise<void> {
    if (this.waiting >= MAX_WAITING) return;
    await Promise.race([this.hint(subject), sleep(HINT_TIMEOUT_MS, undefined, { ref: false })]);
  }

  async close(): Promise<void> {
    const { client } = this;
    this.client = undefined;
    await client?.close();
  }

  private async hint(subject: string): Promise<void> {
    this.waiting += 1;
    try {
      const client = (this.client ??= this.open());
      const queue = await client.whenOpen();
      await queue
        .add('wake', { subject }, { jobId: `${subject}-${randomUUID()}` })
        .catch((error: Error) => client.fail(queue, error));
    } finally {
      this.waiting -= 1;
    }
  }

  /** Opened with the first hint: most processes have none to give. */
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

  /** Tells whoever works on this queue that the subject may be due. */
  wake(queue: string, subject: string): void {
    void this.find(queue).add(subject);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
  }

  private find(name: string): WakeQueue {
    const known = this.queues.get(name);
    if (known !== undefined) return known;
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
