import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger } from '#telemetry';
import { Client } from 'pg';

/** Where tables that are held in memory announce their changes. */
const TABLE_CHANGES = 'modelgate_changes';
const RETRY_MS = 500;
/** A dead peer says nothing; asking it is the only way to find out. */
const PROBE_MS = 10_000;

export interface ChangeListener {
  /** One row of one table has changed, or whatever the channel is about. Where this rejects, the change counts as missed. */
  onChange(table: string, id: string): Promise<void>;
  /** Changes may have been missed: everything has to be read again. */
  onGap(): Promise<void>;
}

/**
 * Learns of every change to tables that are held in memory, or all that is said on other channels, over a connection of
 * its own that is always re-made.
 */
export class ChangeFeed {
  private readonly listeners = new Map<string, ChangeListener>();
  private readonly echoChannel = `modelgate_echo_${randomBytes(8).toString('hex')}`;
  private readonly closing = new AbortController();
  /** Whether there is a connection that listens. */
  isListening = false;
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

  /** Resolves once the feed listens and the listener has read everything for the first time. */
  async start(listener: ChangeListener): Promise<void> {
    this.listeners.set(this.channel, listener);
    await this.listen();
  }

  /** Listens on one more channel, once the feed has started, over the same connection. Resolves as `start` does. */
  async add(channel: string, listener: ChangeListener): Promise<void> {
    this.listeners.set(channel, listener);
    await this.client?.query(`LISTEN ${channel}`);
    await listener.onGap();
  }

  /** Whether what somebody announces arrives here within the time. Rejects where it cannot be announced. */
  async hears(
    announce: (channel: string, text: string) => Promise<unknown>,
    timeoutMs: number,
  ): Promise<boolean> {
    const sent = randomBytes(8).toString('hex');
    const waiting = new AbortController();
    const received = new Promise<boolean>((resolve) => {
      this.onEcho = (id) => (id === sent ? resolve(true) : undefined);
    });
    const signal = AbortSignal.any([waiting.signal, this.closing.signal]);
    const inVain = sleep(timeoutMs, false, { signal, ref: false }).catch(() => false);
    try {
      await announce(this.echoChannel, `echo ${sent}`);
      return await Promise.race([received, inVain]);
    } finally {
      waiting.abort();
    }
  }

  async close(): Promise<void> {
    this.closing.abort();
    this.isListening = false;
    await this.client?.end().catch(() => undefined);
  }

  private get isClosed(): boolean {
    return this.closing.signal.aborted;
  }

  private async listen(): Promise<void> {
    const client = new Client({
      connectionString: this.url,
      application_name: this.applicationName,
      connectionTimeoutMillis: 5_000,
      query_timeout: PROBE_MS,
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
    const probe = setInterval(() => void client.query('SELECT 1').catch(lose), PROBE_MS);
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
    this.logger.warn({ reason }, 'lost the change feed; reconnecting');
    while (!this.isClosed) {
      try {
        await this.listen();
        this.logger.info('the change feed is back');
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
