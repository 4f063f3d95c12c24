import { ADVISORY_LOCKS, type Database, type Transaction } from '#database';
import { ConfigGenerationRepository } from './config-generation.repository.js';

/** The hash of those sections of a config file that are not stored in the database. */
export interface ConfigSections {
  hash: string;
  /** When a process first started with these sections, or started with them again after other ones. */
  since: Date;
}

/** Finds the newest config sections that a process has started with. */
export class ConfigSectionRepository {
  constructor(private readonly database: Pick<Database, 'query' | 'transaction'>) {}

  async findNewest(manager: Pick<Transaction, 'query'> = this.database): Promise<ConfigSections | undefined> {
    const [newest] = await manager.query<ConfigSections[]>(
      'SELECT hash, since FROM config_sections ORDER BY since DESC LIMIT 1',
    );
    return newest;
  }

  /**
   * Records the sections that a process starts with, and returns the newest ones. Recorded sections keep their time, unless
   * the file at this place had other sections when it was last read: then it was edited back, and they are new again.
   */
  async record(place: string, hash: string): Promise<ConfigSections | undefined> {
    return this.database.transaction(async (transaction) => {
      // Processes that start together agree on the order of their writes.
      await transaction.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.configSections]);
      const places = new ConfigGenerationRepository(transaction);
      const key = `${place} (sections)`;
      const lastHash = await places.findSeenHash(key);
      const wasEdited = lastHash !== undefined && lastHash !== hash;
      await transaction.query(
        `INSERT INTO config_sections AS known (hash, since) VALUES ($1, clock_timestamp())
         ON CONFLICT (hash) DO UPDATE SET since = excluded.since WHERE $2`,
        [hash, wasEdited],
      );
      await places.recordSeenHash(key, hash);
      return this.findNewest(transaction);
    });
  }
}
