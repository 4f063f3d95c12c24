import { CONFIG, type Config, requireDatabaseUrl } from '#config';
import { LOGGER, type Logger } from '#telemetry';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ChangeFeed, type ChangeListener } from './change-feed.js';

/** What is held in memory of tables. */
export interface HeldTables {
  /** What is done when a row of a table has changed. Where this rejects, everything is read again. */
  onChange: Readonly<Record<string, (id: string) => Promise<void>>>;
  /** Reads everything: at the start, and whenever changes may have been missed. */
  reload(): Promise<void>;
}

/**
 * Keeps what is held in memory as it is in the database. Libraries say in `onModuleInit` what they hold; it is read
 * before anything else is bootstrapped.
 */
@Injectable()
export class TableChanges implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly held: HeldTables[] = [];
  private readonly feed: ChangeFeed;

  constructor(@Inject(CONFIG) config: Config, @Inject(LOGGER) logger: Logger) {
    this.feed = new ChangeFeed(requireDatabaseUrl(config), logger);
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

  /** Listens on another channel, over the connection that there is for the tables. They are read by then. */
  async listen(channel: string, listener: ChangeListener): Promise<void> {
    await this.feed.add(channel, listener);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.feed.start({
      onChange: async (table, id) => {
        await Promise.all(this.held.map(async ({ onChange }) => onChange[table]?.(id)));
      },
      onGap: async () => {
        await Promise.all(this.held.map((held) => held.reload()));
      },
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.feed.close();
  }
}
