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
import { ChangeNet } from './change-net.js';
import { DATABASE_OPTIONS, type DatabaseModuleOptions } from './database-options.js';
import { type HeldTables } from './held-tables.js';

/**
 * Keeps what is held in memory as it is in the database. Libraries say in `onModuleInit` what they hold; it is read
 * before anything else is bootstrapped.
 */
@Injectable()
export class TableChanges implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly held: HeldTables[] = [];
  private readonly feed: ChangeFeed;
  private readonly net: ChangeNet;

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) logger: Logger,
    database: DataSource,
    @Optional() @Inject(DATABASE_OPTIONS) options?: DatabaseModuleOptions,
  ) {
    this.feed = new ChangeFeed(requireDirectDatabaseUrl(config), logger, undefined, options?.applicationName);
    this.net = new ChangeNet({ feed: this.feed, database, logger, held: this.held });
  }

  /** Whether changes arrive as they are made, as far as is known. */
  get isArriving(): boolean {
    return this.net.isHearing;
  }

  follow(held: HeldTables): void {
    this.held.push(held);
  }

  /**
   * Reads a row for whoever has just changed it in this process, so that the next request finds it as it is. The others
   * are told by the database, and so is this one where the row cannot be read now.
   */
  async readNow(table: string, id: string): Promise<void> {
    await Promise.allSettled(this.held.map(async ({ onChange }) => onChange[table]?.(id)));
  }

  /** Looks now for what has changed without a word, which happens by itself every half minute. */
  async readMissed(): Promise<void> {
    await this.net.turn();
  }

  /** Listens on another channel, over the connection that there is for the tables. They are read by then. */
  async listen(channel: string, listener: ChangeListener): Promise<void> {
    await this.feed.add(channel, listener);
    this.net.add(listener);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.net.begin();
    await this.feed.start({
      onChange: async (table, id) => {
        await Promise.all(this.held.map(async ({ onChange }) => onChange[table]?.(id)));
        this.net.received(table);
      },
      onGap: async () => {
        await Promise.all(this.held.map((held) => held.reload()));
      },
    });
    this.net.start();
  }

  async onApplicationShutdown(): Promise<void> {
    this.net.stop();
    await this.feed.close();
    await this.net.whenIdle();
  }
}
