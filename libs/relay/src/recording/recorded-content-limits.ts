import { type DataSource } from 'typeorm';

const MAX_OWNER_BYTES = 5 * 1024 * 1024 * 1024;
const BATCH_ROWS = 500;
/** The rest is left for the next run. */
const MAX_BATCHES = 40;

/** Limits the size of recorded contents. It does not decrypt what it deletes. */
export class RecordedContentLimits {
  constructor(
    private readonly dataSource: Pick<DataSource, 'query'>,
    private readonly maxOwnerBytes = MAX_OWNER_BYTES,
  ) {}

  /** Deletes the oldest contents of owners that exceed the limit. Returns the number of deleted rows. */
  async displaceOldest(): Promise<number> {
    let displaced = 0;
    for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
      const [, count] = await this.dataSource.query<[unknown, number]>(
        `DELETE FROM recorded_contents WHERE (request_id, token_id) IN (
           SELECT request_id, token_id FROM (
             SELECT request_id, token_id, sum(size_bytes) OVER (
               PARTITION BY owner ORDER BY recorded_at DESC, request_id, token_id ROWS UNBOUNDED PRECEDING
             ) AS total_bytes
             FROM recorded_contents
             WHERE owner IN (SELECT owner FROM recorded_contents GROUP BY owner HAVING sum(size_bytes) > $1)
           ) AS ranked
           WHERE total_bytes > $1 LIMIT $2)`,
        [this.maxOwnerBytes, BATCH_ROWS],
      );
      displaced += count;
      if (count < BATCH_ROWS) break;
    }
    return displaced;
  }
}
