import { type Logger } from '#telemetry';
import { type DataSource } from 'typeorm';
import { type ChangeFeed, type ChangeListener } from './change-feed.js';
import { type CachedTables } from './cached-tables.js';
import { type TableVersions, readTableVersions } from './table-versions.js';

const POLL_INTERVAL_MS = 30_000;
/** After how many polls it is also checked whether notifications arrive. */
const POLLS_PER_ECHO = 2;
const ECHO_TIMEOUT_MS = 5_000;

const ADVICE =
  'behind a pooler in transaction mode, set DATABASE_DIRECT_URL to the address of the database itself';

export interface ChangePollerOptions {
  feed: ChangeFeed;
  database: DataSource;
  logger: Logger;
  /** The cached tables. Entries can be added until `begin`. */
  caches: readonly CachedTables[];
}

/**
 * Keeps cached tables correct if notifications do not arrive, for example behind a pooler that gives our connection to
 * other clients. It polls which tables have changed, and checks whether notifications arrive.
 */
export class ChangePoller {
  isReceiving = true;
  private readonly listeners: ChangeListener[] = [];
  private receivedTables = new Set<string>();
  private versions: TableVersions = new Map();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;

  constructor(private readonly options: ChangePollerOptions) {}

  /** Adds a listener of another channel. While notifications do not arrive, its `onGap` is called at each poll. */
  add(listener: ChangeListener): void {
    this.listeners.push(listener);
  }

  /** Called after a notification of this table was processed. */
  markReceived(table: string): void {
    this.receivedTables.add(table);
  }

  /** Reads the versions of the tables. Must be called before the tables are loaded. */
  async begin(): Promise<void> {
    this.versions = await this.readVersions();
  }

  start(): void {
    if (this.options.caches.length === 0) return;
    this.run(() => this.checkEcho());
    let polls = 0;
    const poll = async (): Promise<void> => {
      polls += 1;
      await this.poll();
      if (polls % POLLS_PER_ECHO === 0) await this.checkEcho();
    };
    this.timer = setInterval(() => this.run(poll), POLL_INTERVAL_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  async whenIdle(): Promise<void> {
    await this.running;
  }

  /** Runs every 30 seconds. */
  async poll(): Promise<void> {
    const hasMissed = await this.reloadMissed();
    if (hasMissed && this.isReceiving) await this.checkEcho();
  }

  private run(work: () => Promise<void>): void {
    if (this.running !== undefined) return;
    this.running = work()
      .catch((error: unknown) =>
        this.options.logger.debug({ err: error }, 'the database could not be polled for changes'),
      )
      .finally(() => (this.running = undefined));
  }

  /** Reloads tables that have changed without a notification. Returns whether there were any. */
  private async reloadMissed(): Promise<boolean> {
    const { caches } = this.options;
    const received = this.receivedTables;
    this.receivedTables = new Set();
    const now = await this.readVersions();
    const isMissed = (table: string): boolean =>
      now.get(table) !== this.versions.get(table) && !(this.isReceiving && received.has(table));
    const stale = caches.filter(({ onChange }) => Object.keys(onChange).some(isMissed));
    await Promise.all(stale.map((one) => one.reload()));
    if (!this.isReceiving) await Promise.all(this.listeners.map((listener) => listener.onGap()));
    this.versions = now;
    return stale.length > 0;
  }

  private async checkEcho(): Promise<void> {
    const { feed, database, logger } = this.options;
    const announce = (channel: string, text: string): Promise<unknown> =>
      database.query('SELECT pg_notify($1, $2)', [channel, text]);
    const isReceiving = await feed.receivesNotification(announce, ECHO_TIMEOUT_MS);
    // A disconnected feed logs that itself, and reloads everything after it reconnects.
    if (isReceiving === this.isReceiving || !feed.isListening) return;
    this.isReceiving = isReceiving;
    if (isReceiving) logger.info('database notifications arrive again');
    else {
      const rereadSeconds = POLL_INTERVAL_MS / 1_000;
      logger.warn({ rereadSeconds, advice: ADVICE }, 'database notifications do not arrive');
    }
  }

  private readVersions(): Promise<TableVersions> {
    const tables = this.options.caches.flatMap(({ onChange }) => Object.keys(onChange));
    return readTableVersions(this.options.database, [...new Set(tables)]);
  }
}
