import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { type DataSource } from 'typeorm';

const logger = new Logger('Database');

const RETRY_MS = 250;
const TIMEOUT_MS = 60_000;

/** Opens the data source, waiting for a database that is still starting. */
export async function connectDatabase(dataSource: DataSource): Promise<void> {
  const giveUpAt = Date.now() + TIMEOUT_MS;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await dataSource.initialize();
      return;
    } catch (error) {
      if (!isStillStarting(error) || Date.now() > giveUpAt) throw error;
      if (attempt === 8) logger.warn(`waiting for the database: ${(error as Error).message}`);
      await sleep(RETRY_MS);
    }
  }
}

/** Refused, reset or "the database system is starting up": worth waiting for. A wrong password is not. */
function isStillStarting(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return (
    typeof code === 'string' &&
    ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', '57P03'].includes(code)
  );
}
