import { type Database, type Transaction } from '#database';
import { ConfigGenerationRepository } from './config-generation.repository.js';

/** One at a time, so that two who start together agree on who came first. */
const SECTIONS_LOCK = 7_163_550_620;

/** The rest of a config file, which is not stored, by its hash. */
export interface ConfigSections {
  hash: string;
  /** When a process first started with it, or again with it after something else. */
  since: Date;
}

/** Which rest of a config file is the newest that a process has started with. */
export class ConfigSectionRepository {
  constructor(private readonly database: Pick<Database, 'query' | 'transaction'>) {}

  async findNewest(manager: Pick<Transaction, 'query'> = this.database): Promise<ConfigSections | undefined> {
    const [newest] = await manager.query<ConfigSections[]>(
      'SELECT hash, since FROM config_sections ORDER BY since DESC LIMIT 1',
    );
    return newest;
  }

  /**
   * Notes what a process starts with, and answers what is newest then. What was known before is older, unless the file at
   * this place said something else when it was seen last: then it was edited back.
   */
  async note(place: string, hash: string): Promise<ConfigSections | undefined> {
    return this.database.transaction(async (transaction) => {
      await transaction.query('SELECT pg_advisory_xact_lock($1)', [SECTIONS_LOCK]);
      const places = new ConfigGenerationRepository(transaction);
      const key = `${place} (sections)`;
      const seen = await places.findSeen(key);
      const wasEdited = seen !== undefined && seen !== hash;
      await transaction.query(
        `INSERT INTO config_sections AS known (hash, since) VALUES ($1, clock_timestamp())
         ON CONFLICT (hash) DO UPDATE SET since = excluded.since WHERE $2`,
        [hash, wasEdited],
      );
      await places.noteSeen(key, hash);
      return this.findNewest(transaction);
    });
  }
}
