import { type Logger } from '#telemetry';
import { type IQueueBackend, type Processor, Worker, type WorkerOptions } from 'bullmq';
import { type QueueSettings } from './queue-store.js';
import { ReconnectingClient } from './reconnecting-client.js';

/** Three for BullMQ's statements and one for LISTEN. */
const CONNECTIONS = 4;
const RETRY_MS = 1_000;

/** Passed as the `connection` option: the settings with which connections are opened, again after each failure. */
export interface QueueConnection extends QueueSettings {
  logger: Logger;
}

type QueueWorkerOptions = Omit<WorkerOptions, 'connection'> & { connection: QueueConnection };

type BackendWorker = Worker<unknown, unknown, string, IQueueBackend>;

/**
 * Processes a queue until it is closed, and reconnects after failures. It has the methods of a BullMQ worker that Nest
 * uses; Nest creates an instance for each `@Processor`.
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
