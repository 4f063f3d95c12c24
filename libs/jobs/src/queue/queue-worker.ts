import { type Logger } from '#telemetry';
import { type IQueueBackend, type Processor, Worker, type WorkerOptions } from 'bullmq';
import { type QueueSettings } from './queue-store.js';
import { ReconnectingClient } from './reconnecting-client.js';

/** Three for BullMQ's statements, and one to listen on. */
const CONNECTIONS = 4;
const RETRY_MS = 1_000;

/** What stands in the place of a connection in the options of our queues: how to make one, again and again. */
export interface QueueConnection extends QueueSettings {
  logger: Logger;
}

type QueueWorkerOptions = Omit<WorkerOptions, 'connection'> & { connection: QueueConnection };

type BackendWorker = Worker<unknown, unknown, string, IQueueBackend>;

/**
 * Works on a queue for as long as it is not closed, whatever becomes of the queue in the meantime. It has the shape of a
 * BullMQ worker as far as Nest uses it, which makes one for each `@Processor`.
 */
export class QueueWorker {
  private readonly client: ReconnectingClient<BackendWorker>;

  constructor(
    name: string,
    process: Processor<unknown, unknown>,
    { connection, ...options }: QueueWorkerOptions,
  ) {
    const { logger, ...settings } = connection;
    this.client = new ReconnectingClient<BackendWorker>({
      name,
      settings,
      logger,
      connections: CONNECTIONS,
      create: ({ createBackend }) =>
        new Worker(name, process, { ...options, connection: {}, runRetryDelay: RETRY_MS }, createBackend),
      abandon: (worker) => worker.close(true),
      close: (worker) => worker.close(),
    });
  }

  async close(): Promise<void> {
    await this.client.close();
  }
}
