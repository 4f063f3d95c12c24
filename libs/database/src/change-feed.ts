import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger } from '#telemetry';
import { Client } from 'pg';

const CHANNEL = 'modelgate_changes';
const RETRY_MS = 500;
/** A dead peer says nothing; asking it is the only way to find out. */
const PROBE_MS = 10_000;

export interface ChangeListener {
  /** One row of one table has changed. */
  onChange(table: string, id: string): void;
  /** Changes may have been missed: everything has to be read again. */
  onGap(): Promise<void>;
}

/** Hears of every change to tables that are held in memory, over a connection of its own that is always re-made. */
export class ChangeFeed {
  private client: Client | undefined;
  private isClosed = false;

  constructor(
    private readonly url: string,
    private readonly logger: Logger,
  ) {}

  /** Resolves once the feed listens and the listener has read everything for the first time. */
  async start(listener: ChangeListener): Promise<void> {
    await this.listen(listener);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.client?.end().catch(() => undefined);
  }

  private async listen(listener: ChangeListener): Promise<void> {
    const client = new Client({
      connectionString: this.url,
      application_name: 'modelgate changes',
      connectionTimeoutMillis: 5_000,
      query_timeout: PROBE_MS,
      keepAlive: true,
    });
    const lost = once((reason: string) => {
      clearInterval(probe);
      void client.end().catch(() => undefined);
      if (!this.isClosed) void this.relisten(listener, reason);
    });
    const probe = setInterval(
      () => void client.query('SELECT 1').catch((error: Error) => lost(error.message)),
      PROBE_MS,
    );
    probe.unref();
    client.on('error', (error) => lost(error.message));
    client.on('end', () => lost('connection ended'));
    client.on('notification', ({ payload = '' }) => {
      const [table, id] = splitOnce(payload);
      listener.onChange(table, id);
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      await listener.onGap();
    } catch (error) {
      clearInterval(probe);
      client.removeAllListeners('end');
      client.removeAllListeners('error');
      client.on('error', () => undefined);
      void client.end().catch(() => undefined);
      throw error;
    }
    this.client = client;
    if (this.isClosed) await client.end();
  }

  private async relisten(listener: ChangeListener, reason: string): Promise<void> {
    this.logger.warn({ reason }, 'lost the change feed; reconnecting');
    while (!this.isClosed) {
      try {
        await this.listen(listener);
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

function once(action: (reason: string) => void): (reason: string) => void {
  let isDone = false;
  return (reason) => {
    if (isDone) return;
    isDone = true;
    action(reason);
  };
}
