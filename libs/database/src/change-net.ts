import { type Logger } from '#telemetry';
import { type DataSource } from 'typeorm';
import { type ChangeFeed, type ChangeListener } from './change-feed.js';
import { type HeldTables } from './held-tables.js';
import { type TableVersions, readTableVersions } from './table-versions.js';

const REREAD_MS = 30_000;
/** Every so many times it is also tried whether changes arrive. */
const ECHO_EVERY = 2;
const ECHO_MS = 5_000;

const ADVICE =
  'behind a pooler in transaction mode, set DATABASE_DIRECT_URL to the address of the database itself';

export interface ChangeNetOptions {
  feed: ChangeFeed;
  database: DataSource;
  logger: Logger;
  /** What is held; it may grow until `begin`. */
  held: readonly HeldTables[];
}

/**
 * What keeps memory right where announced changes do not arrive, as behind a pooler that hands our connection to somebody
 * else: looks which tables have changed, and finds out whether anything arrives at all.
 */
export class ChangeNet {
  isHearing = true;
  private readonly listeners: ChangeListener[] = [];
  private receivedTables = new Set<string>();
  private versions: TableVersions = new Map();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;

  constructor(private readonly options: ChangeNetOptions) {}

  /** What else is told of changes; it is told of a gap for as long as none arrive. */
  add(listener: ChangeListener): void {
    this.listeners.push(listener);
  }

  /** A change of this table has arrived, and memory is right. */
  received(table: string): void {
    this.receivedTables.add(table);
  }

  /** Notes what the tables are like before they are read. */
  async begin(): Promise<void> {
    this.versions = await this.readVersions();
  }

  start(): void {
    if (this.options.held.length === 0) return;
    this.run(() => this.checkEcho());
    let turns = 0;
    const turn = async (): Promise<void> => {
      turns += 1;
      await this.turn();
      if (turns % ECHO_EVERY === 0) await this.checkEcho();
    };
    this.timer = setInterval(() => this.run(turn), REREAD_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  async whenIdle(): Promise<void> {
    await this.running;
  }

  /** Once every half minute. The database may be away, of which the feed tells. */
  async turn(): Promise<void> {
    const hasMissed = await this.rereadMissed();
    if (hasMissed && this.isHearing) await this.checkEcho();
  }

  private run(work: () => Promise<void>): void {
    if (this.running !== undefined) return;
    this.running = work()
      .catch((error: unknown) => this.options.logger.debug({ err: error }, 'changes could not be looked for'))
      .finally(() => (this.running = undefined));
  }

  /** Reads again what holds a table that has changed without a word. */
  private async rereadMissed(): Promise<boolean> {
    const { held } = this.options;
    const received = this.receivedTables;
    this.receivedTables = new Set();
    const now = await this.readVersions();
    const isMissed = (table: string): boolean =>
      now.get(table) !== this.versions.get(table) && !(this.isHearing && received.has(table));
    const stale = held.filter(({ onChange }) => Object.keys(onChange).some(isMissed));
    await Promise.all(stale.map((one) => one.reload()));
    if (!this.isHearing) await Promise.all(this.listeners.map((listener) => listener.onGap()));
    this.versions = now;
    return stale.length > 0;
  }

  private async checkEcho(): Promise<void> {
    const { feed, database, logger } = this.options;
    const announce = (channel: string, text: string): Promise<unknown> =>
      database.query('SELECT pg_notify($1, $2)', [channel, text]);
    const isHearing = await feed.hears(announce, ECHO_MS);
    // A feed that is away says so itself, and reads everything when it is back.
    if (isHearing === this.isHearing || !feed.isListening) return;
    this.isHearing = isHearing;
    if (isHearing) logger.info('changes in the database arrive again');
    else {
      const rereadSeconds = REREAD_MS / 1_000;
      logger.warn({ rereadSeconds, advice: ADVICE }, 'changes in the database do not arrive');
    }
  }

  private readVersions(): Promise<TableVersions> {
    const tables = this.options.held.flatMap(({ onChange }) => Object.keys(onChange));
    return readTableVersions(this.options.database, [...new Set(tables)]);
  }
}
