import { type DataSource } from 'typeorm';

export interface ExpiredReplaysLimits {
  /** How many answers of one owner the cache holds. */
  maxOwnerAnswers: number;
  /** How much they may take together. */
  maxOwnerBytes: number;
  /** How many rows one statement deletes. */
  batchRows: number;
  /** How many batches of each kind one run deletes; the rest is left for the next. */
  maxBatches: number;
}

export interface DeletedReplays {
  expiredKeys: number;
  expiredAnswers: number;
  /** Oldest answers of owners that had too many. */
  displacedAnswers: number;
}

const USUAL_LIMITS: ExpiredReplaysLimits = {
  maxOwnerAnswers: 10_000,
  maxOwnerBytes: 1024 * 1024 * 1024,
  batchRows: 500,
  maxBatches: 40,
};

/** Keeps both tables small. It needs no key: what goes is not read. */
export class ExpiredReplaysRepository {
  constructor(
    private readonly dataSource: DataSource,
    /** Asked for at every run: they may change. */
    private readonly givenLimits: () => Partial<ExpiredReplaysLimits> = () => ({}),
  ) {}

  async delete(now: Date): Promise<DeletedReplays> {
    return {
      expiredKeys: await this.inBatches((most) => this.deleteExpired('idempotency_keys', 'id', now, most)),
      expiredAnswers: await this.inBatches((most) => this.deleteExpired('cached_answers', 'key', now, most)),
      displacedAnswers: await this.inBatches((most) => this.displaceOldest(most)),
    };
  }

  private get limits(): ExpiredReplaysLimits {
    return { ...USUAL_LIMITS, ...this.givenLimits() };
  }

  private async inBatches(deleteBatch: (mostRows: number) => Promise<number>): Promise<number> {
    const { batchRows, maxBatches } = this.limits;
    let deleted = 0;
    for (let batch = 0; batch < maxBatches; batch += 1) {
      const count = await deleteBatch(batchRows);
      deleted += count;
      if (count < batchRows) break;
    }
    return deleted;
  }

  private async deleteExpired(table: string, id: string, now: Date, mostRows: number): Promise<number> {
    const [, count] = await this.dataSource.query<[unknown, number]>(
      `DELETE FROM ${table} WHERE ${id} IN (
         SELECT ${id} FROM ${table} WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2
         FOR UPDATE SKIP LOCKED)`,
      [now, mostRows],
    );
    return count;
  }

  private async displaceOldest(mostRows: number): Promise<number> {
    const { maxOwnerAnswers, maxOwnerBytes } = this.limits;
    const [, count] = await this.dataSource.query<[unknown, number]>(
      `DELETE FROM cached_answers WHERE key IN (
         SELECT key FROM (
           SELECT key, row_number() OVER newest_first AS place, sum(size_bytes) OVER newest_first AS total_bytes
           FROM cached_answers
           WINDOW newest_first AS (PARTITION BY owner ORDER BY kept_at DESC, key ROWS UNBOUNDED PRECEDING)
         ) AS ranked
         WHERE place > $1 OR total_bytes > $2 LIMIT $3)`,
      [maxOwnerAnswers, maxOwnerBytes, mostRows],
    );
    return count;
  }
}
