import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger } from '#telemetry';
import { Client } from 'pg';

/** The notification channel on which triggers announce changes of tables that are cached in memory. */
const TABLE_CHANGES = 'modelgate_changes';
const RETRY_MS = 500;
/** A lost connection is only noticed when a query fails, so one is sent at this interval. */
const PROBE_INTERVAL_MS = 10_000;

export interface ChangeListener {
  /** Called for a change of one row, or for another payload of the channel. If it rejects, the change counts as missed. */
  onChange(table: string, id: string): Promise<void>;
  /** Called if changes may have been missed: everything must be loaded again. */
  onGap(): Promise<void>;
}

/**
 * Receives the notifications of cached tables and of other channels, over its own connection, which reconnects
 * automatically.
 */
export class ChangeFeed {
  private readonly listeners = new Map<string, ChangeListener>();
  private readonly echoChannel = `modelgate_echo_${randomBytes(8).toString('hex')}`;
  private readonly closing = new AbortController();
  /** Whether a connection is listening. */
  isListening = false;
  private reconnectedAtMs = Number.NEGATIVE_INFINITY;
  private onEcho: (id: string) => void = () => undefined;
  private client: Client | undefined;

  constructor(
    private readonly url: string,
    private readonly logger: Logger,
    private readonly channel = TABLE_CHANGES,
    private readonly applicationName = channel.replace('_', ' '),
  ) {
    this.listeners.set(this.echoChannel, {
      onChange: async (_, id) => this.onEcho(id),
      onGap: async () => undefined,
    });
  }

  /** Resolves when the feed listens and the listener has loaded everything for the first time. */
  async start(listener: ChangeListener): Promise<void> {
    this.listeners.set(this.channel, listener);
    await this.listen();
  }

  /** After `start`: listens on another channel over the same connection. Resolves like `start`. */
  async add(channel: string, listener: ChangeListener): Promise<void> {
    this.listeners.set(channel, listener);
    await this.client?.query(`LISTEN ${channel}`);
    await listener.onGap();
  }

  /** Returns whether a notification that `announce` sends arrives within the timeout. Rejects if sending fails. */
  async receivesNotification(
    announce: (channel: string, text: string) => Promise<unknown>,
    timeoutMs: number,
  ): Promise<boolean> {
    const sent = randomBytes(8).toString('hex');
    const waiting = new AbortController();
    const received = new Promise<boolean>((resolve) => {
      this.onEcho = (id) => (id === sent ? resolve(true) : undefined);
    });
    const signal = AbortSignal.any([waiting.signal, this.closing.signal]);
    const timeout = sleep(timeoutMs, false, { signal, ref: false }).catch(() => false);
    try {
      await announce(this.echoChannel, `echo ${sent}`);
      return await Promise.race([received, timeout]);
    } finally {
      waiting.abort();
    }
  }

  async close(): Promise<void> {
    this.closing.abort();
    this.isListening = false;
    await this.client?.end().catch(() => undefined);
  }

  /** Whether there is no connection, or was none at some time within the last `ms`. The first connection does not count. */
  wasDisconnectedWithin(ms: number): boolean {
    return !this.isListening || performance.now() - this.reconnectedAtMs < ms;
  }

  private get isClosed(): boolean {
    return this.closing.signal.aborted;
  }

  private async listen(): Promise<void> {
    const client = new Client({
      connectionString: this.url,
      application_name: this.applicationName,
      connectionTimeoutMillis: 5_000,
      query_timeout: PROBE_INTERVAL_MS,
      keepAlive: true,
    });
    this.client = client;
    const state = { isListening: false, lostBecause: undefined as string | undefined };
    const lose = ({ message }: Error): void => {
      if (state.lostBecause !== undefined) return;
      state.lostBecause = message;
      this.isListening = false;
      clearInterval(probe);
      void client.end().catch(() => undefined);
      if (state.isListening && !this.isClosed) void this.relisten(message);
    };
    const probe = setInterval(() => void client.query('SELECT 1').catch(lose), PROBE_INTERVAL_MS);
    probe.unref();
    client.on('error', lose);
    client.on('end', () => lose(new Error('the connection has ended')));
    client.on('notification', ({ channel, payload = '' }) => {
      const [table, id] = splitOnce(payload);
      this.listeners.get(channel)?.onChange(table, id).catch(lose);
    });
    try {
      await client.connect();
      for (const channel of this.listeners.keys()) await client.query(`LISTEN ${channel}`);
      for (const listener of this.listeners.values()) await listener.onGap();
      if (state.lostBecause !== undefined) throw new Error(state.lostBecause);
      state.isListening = true;
      this.isListening = true;
    } catch (error) {
      lose(error as Error);
      throw error;
    }
    if (this.isClosed) await client.end();
  }

  private async relisten(reason: string): Promise<void> {
    this.logger.warn({ reason }, 'change feed disconnected; reconnecting');
    while (!this.isClosed) {
      try {
        await this.listen();
        this.reconnectedAtMs = performance.now();
        this.logger.info('change feed reconnected');
        return;
      } catch {
        await sleep(RETRY_MS);
      }
    }
  }
}

function splitOnce(payload: string): [string, string] {
  const space = payload.indexOf(' ');
  return [payload.slice(0, space), payload.slice(space + 1)];
}
