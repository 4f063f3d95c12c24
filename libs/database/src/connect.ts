import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseAway } from '#config';
import { Logger } from '@nestjs/common';
import { type DataSource } from 'typeorm';

const logger = new Logger('Database');

const RETRY_MS = 250;
const TIMEOUT_MS = 60_000;
const LOG_AFTER_MS = 2_000;

/** Opens the data source, waiting for a database that is still starting. */
export async function connectDatabase(dataSource: DataSource): Promise<void> {
  const startedAt = Date.now();
  for (let isLogged = false; ;) {
    try {
      await dataSource.initialize();
      return;
    } catch (error) {
      const waitedMs = Date.now() - startedAt;
      if (!isDatabaseAway(error) || waitedMs > TIMEOUT_MS) throw error;
      if (!isLogged && waitedMs >= LOG_AFTER_MS) {
        isLogged = true;
        logger.warn(`waiting for the database: ${(error as Error).message}`);
      }
      await sleep(RETRY_MS);
    }
  }
}
