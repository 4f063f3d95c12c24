import { Inject, Injectable } from '@nestjs/common';
import { DisplacingQuota, type StorageAmount, StorageUseRepository } from '#quotas';
import { LiveSettings, quotaSettings } from '#settings';
import { LOGGER, type Logger } from '#telemetry';
import { DataSource } from 'typeorm';

/** How many rows one statement changes. */
const BATCH_ROWS = 1_000;

/** Of an owner who has too many stored answers the oldest go. Their keys stay, so that no request is run twice for that. */
@Injectable()
export class StoredAnswerQuota extends DisplacingQuota {
  constructor(
    dataSource: DataSource,
    @Inject(LiveSettings) settings: Pick<LiveSettings, 'current'>,
    @Inject(LOGGER) logger: Logger,
  ) {
    const use = new StorageUseRepository(dataSource);
    super({
      name: 'idempotency answers',
      limit: () => quotaSettings(settings.current).answers,
      read: (owner) => use.find(owner, 'answers'),
      displace: (owner, keep) => forgetOldest(dataSource, owner, keep),
      logger,
    });
  }
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
