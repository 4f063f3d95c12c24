import { DisplacingQuota, type StorageAmount, StorageUseRepository } from '#quotas';
import { type Logger } from '#telemetry';
import { type DataSource } from 'typeorm';

/** How many rows one statement deletes. */
const BATCH_ROWS = 1_000;

export interface ResponseQuotaOptions {
  dataSource: Pick<DataSource, 'query'>;
  /** How much each owner may have; asked for each time. */
  limit: () => StorageAmount;
  logger: Logger;
}

/** Of an owner who has too many stored responses the oldest go. */
export function openResponseQuota({ dataSource, limit, logger }: ResponseQuotaOptions): DisplacingQuota {
  const use = new StorageUseRepository(dataSource);
  return new DisplacingQuota({
    name: 'stored responses',
    limit,
    read: (owner) => use.find(owner, 'responses'),
    displace: (owner, keep) => displaceOldest(dataSource, owner, keep),
    logger,
  });
}

/** The newest stays, however large it is. */
async function displaceOldest(
  dataSource: Pick<DataSource, 'query'>,
  owner: string,
  { items, bytes }: StorageAmount,
): Promise<number> {
  const [, count] = await dataSource.query<[unknown, number]>(
    `DELETE FROM stored_responses WHERE owner = $1 AND id IN (
       SELECT id FROM (
         SELECT id, row_number() OVER newest_first AS place, sum(size_bytes) OVER newest_first AS total_bytes
         FROM stored_responses WHERE owner = $1
         WINDOW newest_first AS (ORDER BY created_at DESC, id ROWS UNBOUNDED PRECEDING)
       ) AS ranked
       WHERE place > 1 AND (place > $2 OR total_bytes > $3) ORDER BY place DESC LIMIT $4)`,
    [owner, items, bytes, BATCH_ROWS],
  );
  return count;
}
