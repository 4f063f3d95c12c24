import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger } from '#telemetry';
import { Backoff } from './backoff.js';
import { type QueueSettings, type QueueStore, openQueueStore } from './queue-store.js';

/** A client that works for this long counts as recovered. */
const STABLE_MS = 1_000;
/** How long `close` waits for a graceful end. */
const CLOSE_TIMEOUT_MS = 1_000;

/** The common part of BullMQ's workers and queues. */
export interface QueueClient {
  on(event: 'error', listen: (error: Error) => void): unknown;
  waitUntilReady(): Promise<unknown>;
}

export interface ReconnectingClientOptions<Client> {
  name: string;
  settings: QueueSettings;
  /** The maximum number of database connections of the client. */
  connections: number;
  logger: Logger;
  create: (store: QueueStore) => Client;
  /** Ends the client without waiting. Called while BullMQ may be in a loop of errors. */
  abandon: (client: Client) => Promise<unknown>;
  /** Ends the client gracefully. */
  close: (client: Client) => Promise<unknown>;
  openStore?: (settings: QueueSettings, connections: number) => Promise<QueueStore>;
}

/**
 * A queue client that is replaced after errors. It does not rely on BullMQ's own retries: after the first error, the
 * client and its connections are abandoned, and new ones are opened after a delay.
 */
export class ReconnectingClient<Client extends QueueClient> {
  private readonly stopping = new AbortController();
  private readonly state: QueueState;
  private readonly backoff = new Backoff();
  private readonly running: Promise<void>;
  private current: Client | undefined;
  private readyAtMs: number | undefined;
  private stableTimer: NodeJS.Timeout | undefined;
  private waiting: ((client: Client) => void)[] = [];
  private end: (error?: Error) => void = () => undefined;

  constructor(private readonly options: ReconnectingClientOptions<Client>) {
    this.state = new QueueState(options.name, options.logger);
    this.running = this.run();
  }

  /** Resolves with a usable client. */
  async whenOpen(): Promise<Client> {
    if (this.current !== undefined) return this.current;
    return new Promise((resolve) => {
      this.waiting.push(resolve);
    });
  }

  /** Replaces the client, because an operation of it has failed. */
  fail(client: Client, error: Error): void {
    if (this.current === client) this.end(error);
  }

  async close(): Promise<void> {
    this.stopping.abort();
    const { current } = this;
    if (current !== undefined) await waitAtMost(CLOSE_TIMEOUT_MS, this.options.close(current));
    this.end();
    await waitAtMost(CLOSE_TIMEOUT_MS, this.running);
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      this.readyAtMs = undefined;
      const error = await this.runClient();
      if (signal.aborted || error === undefined) return;
      this.state.failed(error);
      const lastedMs = this.readyAtMs === undefined ? 0 : performance.now() - this.readyAtMs;
      const delayMs = this.backoff.nextDelayMs(lastedMs);
      await sleep(delayMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Runs one client until its end. Returns its error, or undefined if it was closed. */
  private async runClient(): Promise<Error | undefined> {
    const { settings, connections, create, openStore = openQueueStore } = this.options;
    let store: QueueStore | undefined;
    try {
      store = await openStore(settings, connections);
      return this.stopping.signal.aborted ? undefined : await this.waitForError(create(store));
    } catch (error) {
      return error as Error;
    } finally {
      if (store !== undefined) await waitAtMost(CLOSE_TIMEOUT_MS, store.discard());
    }
  }

  private waitForError(client: Client): Promise<Error | undefined> {
    return new Promise((resolve) => {
      let hasEnded = false;
      this.end = (reason) => {
        if (hasEnded) return;
        hasEnded = true;
        clearTimeout(this.stableTimer);
        this.current = undefined;
        // Everything up to here is synchronous, because a loop of errors in BullMQ can block the event loop.
        void this.options.abandon(client).catch(() => undefined);
        resolve(reason);
      };
      client.on('error', this.end);
      const onReady = (): void => (hasEnded ? undefined : this.onReady(client));
      client.waitUntilReady().then(onReady, this.end);
    });
  }

  private onReady(client: Client): void {
    this.current = client;
    this.readyAtMs = performance.now();
    this.stableTimer = setTimeout(() => this.state.recovered(), STABLE_MS).unref();
    for (const resolve of this.waiting.splice(0)) resolve(client);
  }
}

/** Logs when the queue becomes unreachable and when it is reachable again, once each. */
class QueueState {
  private failures = 0;
  private failingSinceMs = 0;

  constructor(
    private readonly queue: string,
    private readonly logger: Logger,
  ) {}

  failed({ message }: Error): void {
    this.failures += 1;
    if (this.failures > 1) return;
    this.failingSinceMs = performance.now();
    this.logger.warn({ queue: this.queue, reason: message }, 'the queue is unreachable');
  }

  recovered(): void {
    if (this.failures === 0) return;
    const downMs = Math.round(performance.now() - this.failingSinceMs);
    this.logger.info({ queue: this.queue, failures: this.failures, downMs }, 'the queue is reachable again');
    this.failures = 0;
  }
}

async function waitAtMost(timeoutMs: number, work: Promise<unknown>): Promise<void> {
  const settled = work.then(
    () => undefined,
    () => undefined,
  );
  await Promise.race([settled, sleep(timeoutMs, undefined, { ref: false })]);
}
