import { DisplacingQuota, type StorageAmount, StorageUseRepository } from '#quotas';
import { type Logger } from '#telemetry';
import { type DataSource } from 'typeorm';
import { type Clock } from '../clock.js';

/** How many rows one statement changes. */
const BATCH_ROWS = 1_000;

export interface AnswersQuotaOptions {
  dataSource: Pick<DataSource, 'query'>;
  /** How much each owner may have; asked for each time. */
  limit: () => StorageAmount;
  logger: Logger;
  clock?: Clock;
}

/** Of an owner who has too many answers under keys the oldest go. Their keys stay: no request is run twice for that. */
export function openAnswersQuota({ dataSource, limit, logger, clock }: AnswersQuotaOptions): DisplacingQuota {
  const use = new StorageUseRepository(dataSource);
  return new DisplacingQuota({
    name: 'idempotency answers',
    limit,
    read: (owner) => use.find(owner, 'answers'),
    displace: (owner, keep) => forgetOldest(dataSource, owner, keep),
    logger,
    clock,
  });
}

async function forgetOldest(
  dataSource: Pick<DataSource, 'query'>,
  owner: string,
  { items, bytes }: StorageAmount,
): Promise<number> {
  const [, count] = await dataSource.query<[unknown, number]>(
    `UPDATE idempotency_keys SET state = 'unkept', answer = NULL WHERE state = 'answered' AND id IN (
       SELECT id FROM (
         SELECT id, row_number() OVER newest_first AS place, sum(size_bytes) OVER newest_first AS total_bytes
         FROM idempotency_keys WHERE owner = $1 AND state = 'answered'
         WINDOW newest_first AS (ORDER BY expires_at DESC, id ROWS UNBOUNDED PRECEDING)
       ) AS ranked
       WHERE place > 1 AND (place > $2 OR total_bytes > $3) ORDER BY place DESC LIMIT $4)`,
    [owner, items, bytes, BATCH_ROWS],
  );
  return count;
}
