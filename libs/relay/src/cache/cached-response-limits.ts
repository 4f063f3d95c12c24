import { type DataSource } from 'typeorm';

export interface CacheLimits {
  /** Per owner. */
  maxOwnerResponses: number;
  /** Per owner, for all responses together. */
  maxOwnerBytes: number;
}

const DEFAULT_LIMITS: CacheLimits = { maxOwnerResponses: 10_000, maxOwnerBytes: 1024 * 1024 * 1024 };
const BATCH_ROWS = 500;
/** The rest is left for the next run. */
const MAX_BATCHES = 40;

/** Limits the size of the cache. It does not decrypt what it deletes. */
export class CachedResponseLimits {
  constructor(
    private readonly dataSource: Pick<DataSource, 'query'>,
    /** Called for each run, because the settings may change. */
    private readonly getLimits: () => Partial<CacheLimits> = () => ({}),
  ) {}

  /** Deletes the oldest responses of owners that exceed a limit. Returns the number of deleted rows. */
  async displaceOldest(): Promise<number> {
    const { maxOwnerResponses, maxOwnerBytes } = { ...DEFAULT_LIMITS, ...this.getLimits() };
    let displaced = 0;
    for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
      const [, count] = await this.dataSource.query<[unknown, number]>(
        `DELETE FROM cached_answers WHERE key IN (
           SELECT key FROM (
             SELECT key, row_number() OVER newest_first AS place, sum(size_bytes) OVER newest_first AS total_bytes
             FROM cached_answers
             WINDOW newest_first AS (PARTITION BY owner ORDER BY kept_at DESC, key ROWS UNBOUNDED PRECEDING)
           ) AS ranked
           WHERE place > $1 OR total_bytes > $2 LIMIT $3)`,
        [maxOwnerResponses, maxOwnerBytes, BATCH_ROWS],
      );
      displaced += count;
      if (count < BATCH_ROWS) break;
    }
    return displaced;
  }
}
