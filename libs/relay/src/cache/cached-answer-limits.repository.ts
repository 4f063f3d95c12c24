import { type DataSource } from 'typeorm';

export interface CacheLimits {
  /** How many answers of one owner the cache holds. */
  maxOwnerAnswers: number;
  /** How much they may take together. */
  maxOwnerBytes: number;
}

const DEFAULT_LIMITS: CacheLimits = { maxOwnerAnswers: 10_000, maxOwnerBytes: 1024 * 1024 * 1024 };
const BATCH_ROWS = 500;
/** The rest is left for the next run. */
const MAX_BATCHES = 40;

/** Keeps the cache small. It needs no key: what goes is not read. */
export class CachedAnswerLimits {
  constructor(
    private readonly dataSource: Pick<DataSource, 'query'>,
    /** Asked for at every run: they may change. */
    private readonly givenLimits: () => Partial<CacheLimits> = () => ({}),
  ) {}

  /** Deletes the oldest answers of owners that have too many. Returns how many went. */
  async displaceOldest(): Promise<number> {
    const { maxOwnerAnswers, maxOwnerBytes } = { ...DEFAULT_LIMITS, ...this.givenLimits() };
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
        [maxOwnerAnswers, maxOwnerBytes, BATCH_ROWS],
      );
      displaced += count;
      if (count < BATCH_ROWS) break;
    }
    return displaced;
  }
}
