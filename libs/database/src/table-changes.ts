import { CONFIG, type Config, requireDirectDatabaseUrl } from '#config';
import { LOGGER, type Logger } from '#telemetry';
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  Optional,
} from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ChangeFeed, type ChangeListener } from './change-feed.js';
import { ChangePoller } from './change-poller.js';
import { DATABASE_OPTIONS, type DatabaseModuleOptions } from './database-options.js';
import { type CachedTables } from './cached-tables.js';

/**
 * Keeps caches of tables equal to the database. Libraries register their caches in `onModuleInit`; these are loaded before
 * anything else is bootstrapped.
 */
@Injectable()
export class TableChanges implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly caches: CachedTables[] = [];
  private readonly feed: ChangeFeed;
  private readonly poller: ChangePoller;

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) logger: Logger,
    database: DataSource,
    @Optional() @Inject(DATABASE_OPTIONS) options?: DatabaseModuleOptions,
  ) {
    this.feed = new ChangeFeed(requireDirectDatabaseUrl(config), logger, undefined, options?.applicationName);
    this.poller = new ChangePoller({ feed: this.feed, database, logger, caches: this.caches });
  }

  /** Whether notifications arrived at the last check. */
  get isArriving(): boolean {
    return this.poller.isReceiving;
  }

  /** Whether the connection to the database is known to have been lost within the last `ms`. */
  wasDisconnectedWithin(ms: number): boolean {
    return this.feed.wasDisconnectedWithin(ms);
  }

  follow(held: CachedTables): void {
    this.caches.push(held);
  }

  /**
   * Loads a row that this process has just changed, so that the next request finds the change. Other processes get a
   * notification, and so does this one if loading fails now.
   */
  async reloadRow(table: string, id: string): Promise<void> {
    await Promise.allSettled(this.caches.map(async ({ onChange }) => onChange[table]?.(id)));
  }

  /** Polls now for changes without a notification, which otherwise happens every 30 seconds. */
  async readMissed(): Promise<void> {
    await this.poller.poll();
  }

  /** Listens on another channel over the same connection. Must be called after the tables are loaded. */
  async listen(channel: string, listener: ChangeListener): Promise<void> {
    await this.feed.add(channel, listener);
    this.poller.add(listener);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.poller.begin();
    await this.feed.start({
      onChange: async (table, id) => {
        await Promise.all(this.caches.map(async ({ onChange }) => onChange[table]?.(id)));
        this.poller.markReceived(table);
      },
      onGap: async () => {
        await Promise.all(this.caches.map((held) => held.reload()));
      },
    });
    this.poller.start();
  }

  async onApplicationShutdown(): Promise<void> {
    this.poller.stop();
    await this.feed.close();
    await this.poller.whenIdle();
  }
}
