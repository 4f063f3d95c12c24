import { Database } from '#database';
import { Inject, Injectable } from '@nestjs/common';
import { DisplacingQuota, type StorageAmount, StorageUseRepository } from '#quotas';
import { LiveSettings, quotaSettings } from '#settings';
import { LOGGER, type Logger } from '#telemetry';

/** The number of rows that one statement changes. */
const BATCH_ROWS = 1_000;

/**
 * Deletes the oldest stored responses of owners that exceed their quota. Their keys remain, so that no request runs
 * twice.
 */
@Injectable()
export class IdempotentResponseQuota extends DisplacingQuota {
  constructor(
    dataSource: Database,
    @Inject(LiveSettings) settings: Pick<LiveSettings, 'current'>,
    @Inject(LOGGER) logger: Logger,
  ) {
    const use = new StorageUseRepository(dataSource);
    super({
      name: 'idempotent responses',
      limit: () => quotaSettings(settings.current).answers,
      read: (owner) => use.find(owner, 'answers'),
      displace: (owner, keep) => deleteOldest(dataSource, owner, keep),
      logger,
    });
  }
}

async function deleteOldest(
  dataSource: Pick<Database, 'query'>,
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
