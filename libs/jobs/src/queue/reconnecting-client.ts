import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger } from '#telemetry';
import { Backoff } from './backoff.js';
import { type QueueSettings, type QueueStore, openQueueStore } from './queue-store.js';

/** What works for as long counts as back; what fails sooner never was. */
const STEADY_MS = 1_000;
/** How long somebody who closes waits for an orderly end. */
const CLOSE_TIMEOUT_MS = 1_000;

/** What BullMQ's workers and queues have in common. */
export interface QueueClient {
  on(event: 'error', listen: (error: Error) => void): unknown;
  waitUntilReady(): Promise<unknown>;
}

export interface ReconnectingClientOptions<Client> {
  name: string;
  settings: QueueSettings;
  /** How many connections to the database the client may hold. */
  connections: number;
  logger: Logger;
  create: (store: QueueStore) => Client;
  /** Ends the client without waiting for anything. Called while BullMQ may be going round in a loop of errors. */
  abandon: (client: Client) => Promise<unknown>;
  /** Ends the client in order. */
  close: (client: Client) => Promise<unknown>;
  openStore?: (settings: QueueSettings, connections: number) => Promise<QueueStore>;
}

/**
 * Keeps a client of the queue alive. BullMQ's own retries are not relied upon: with the first error the client and its
 * connections are abandoned, and after a delay there are new ones.
 */
export class ReconnectingClient<Client extends QueueClient> {
  private readonly stopping = new AbortController();
  private readonly state: QueueState;
  private readonly backoff = new Backoff();
  private readonly running: Promise<void>;
  private current: Client | undefined;
  private readyAtMs: number | undefined;
  private steadyTimer: NodeJS.Timeout | undefined;
  private waiting: ((client: Client) => void)[] = [];
  private end: (error?: Error) => void = () => undefined;

  constructor(private readonly options: ReconnectingClientOptions<Client>) {
    this.state = new QueueState(options.name, options.logger);
    this.running = this.run();
  }

  /** The client, once there is one that can be used. */
  async whenOpen(): Promise<Client> {
    if (this.current !== undefined) return this.current;
    return new Promise((resolve) => {
      this.waiting.push(resolve);
    });
  }

  /** Somebody has found the client not to work. */
  fail(client: Client, error: Error): void {
    if (this.current === client) this.end(error);
  }

  async close(): Promise<void> {
    this.stopping.abort();
    const { current } = this;
    if (current !== undefined) await atMost(CLOSE_TIMEOUT_MS, this.options.close(current));
    this.end();
    await atMost(CLOSE_TIMEOUT_MS, this.running);
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      this.readyAtMs = undefined;
      const error = await this.useOnce();
      if (signal.aborted || error === undefined) return;
      this.state.failed(error);
      const lastedMs = this.readyAtMs === undefined ? 0 : performance.now() - this.readyAtMs;
      const delayMs = this.backoff.nextDelayMs(lastedMs);
      await sleep(delayMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** One client from its beginning to its end; says why it has failed, or nothing where it was closed. */
  private async useOnce(): Promise<Error | undefined> {
    const { settings, connections, create, openStore = openQueueStore } = this.options;
    let store: QueueStore | undefined;
    try {
      store = await openStore(settings, connections);
      return this.stopping.signal.aborted ? undefined : await this.useUntilError(create(store));
    } catch (error) {
      return error as Error;
    } finally {
      if (store !== undefined) await atMost(CLOSE_TIMEOUT_MS, store.discard());
    }
  }

  private useUntilError(client: Client): Promise<Error | undefined> {
    return new Promise((resolve) => {
      let hasEnded = false;
      this.end = (reason) => {
        if (hasEnded) return;
        hasEnded = true;
        clearTimeout(this.steadyTimer);
        this.current = undefined;
        // Nothing is awaited up to here: this is what breaks a loop that never lets anybody else have a turn.
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
    this.steadyTimer = setTimeout(() => this.state.recovered(), STEADY_MS).unref();
    for (const resolve of this.waiting.splice(0)) resolve(client);
  }
}

/** Tells the log whether the queue can be reached: once when that changes, however often it fails in between. */
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
    this.logger.info({ queue: this.queue, failures: this.failures, downMs }, 'the queue is back');
    this.failures = 0;
  }
}

async function atMost(timeoutMs: number, work: Promise<unknown>): Promise<void> {
  const settled = work.then(
    () => undefined,
    () => undefined,
  );
  await Promise.race([settled, sleep(timeoutMs, undefined, { ref: false })]);
}
