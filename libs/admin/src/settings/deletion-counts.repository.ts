import { Database, type TableWithPeriod } from '#database';
import { type StorageAmount, toKeptAmount } from '#quotas';
import { Injectable } from '@nestjs/common';
import { QueryFailedError } from 'typeorm';

const TIMEOUT_MS = 2_000;
const MAX_ROWS = 1_000_000;
const QUERY_CANCELED = '57014';

/** `rows` is undefined if counting takes too long. */
export interface RowCount {
  rows: number | undefined;
  /** Whether there are more rows than were counted. */
  hasMore: boolean;
}

/** `owners` is undefined if counting takes too long. */
export interface QuotaCount extends RowCount {
  owners: number | undefined;
}

interface EvictedTable {
  /** The rows that count for the quota. */
  rows: string;
  newestFirst: string;
  /** How many of an owner's newest rows are kept, independent of their size. */
  minRows: number;
}

/** The data of which the oldest is deleted above a quota, as the libraries delete it. */
const EVICTED_TABLES = {
  responses: { rows: 'stored_responses', newestFirst: 'created_at DESC, id', minRows: 1 },
  answers: {
    rows: `idempotency_keys WHERE state = 'answered'`,
    newestFirst: 'expires_at DESC, id',
    minRows: 1,
  },
  cachedAnswers: { rows: 'cached_answers', newestFirst: 'kept_at DESC, key', minRows: 0 },
} satisfies Readonly<Record<string, EvictedTable>>;

export type EvictedKind = keyof typeof EVICTED_TABLES;

/** Counts the rows that maintenance would delete. Each count takes at most two seconds. */
@Injectable()
export class DeletionCountsRepository {
  constructor(private readonly database: Database) {}

  /** Rows of the table that are older than the cutoff. */
  async countOlder({ table, older }: TableWithPeriod, cutoff: Date): Promise<RowCount> {
    return this.count(`${table} WHERE ${older}`, cutoff);
  }

  /** Recordings of a token that have not expired. */
  async countRecordings(tokenId: string, owner?: string): Promise<RowCount> {
    const source =
      'recorded_contents WHERE token_id = $1 AND ($2::text IS NULL OR owner = $2) AND expires_at > now()';
    return this.count(source, tokenId, owner ?? null);
  }

  /** The oldest rows of the owners that are above the quota. */
  async countEvictions(kind: EvictedKind, quota: StorageAmount): Promise<QuotaCount> {
    const { rows, newestFirst, minRows }: EvictedTable = EVICTED_TABLES[kind];
    const kept = kind === 'cachedAnswers' ? quota : toKeptAmount(quota);
    return this.countByOwner(
      `WITH stored AS NOT MATERIALIZED (SELECT * FROM ${rows})
       SELECT owner FROM (
         SELECT owner, row_number() OVER newest_first AS place, sum(size_bytes) OVER newest_first AS total_bytes
         FROM stored WHERE owner IN (
           SELECT owner FROM stored GROUP BY owner HAVING count(*) > $1 OR sum(size_bytes) > $2)
         WINDOW newest_first AS (PARTITION BY owner ORDER BY ${newestFirst} ROWS UNBOUNDED PRECEDING)
       ) AS ranked
       WHERE place > $5 AND (place > $3 OR total_bytes > $4)`,
      [quota.items, quota.bytes, kept.items, kept.bytes, minRows],
    );
  }

  /** Owners whose new files are refused. No file is deleted. */
  async countOwnersWithoutRoom(quota: StorageAmount): Promise<QuotaCount> {
    const { owners } = await this.countByOwner(
      'SELECT owner FROM media_files GROUP BY owner HAVING count(*) >= $1 OR sum(size_bytes) >= $2',
      [quota.items, quota.bytes],
    );
    return { rows: 0, hasMore: false, owners };
  }

  private async count(source: string, ...parameters: unknown[]): Promise<RowCount> {
    const counts = await this.query<{ rows: number }>(
      `SELECT count(*)::integer AS rows FROM (SELECT 1 FROM ${source} LIMIT ${MAX_ROWS + 1}) AS found`,
      parameters,
    );
    return toRowCount(counts?.rows);
  }

  private async countByOwner(source: string, parameters: unknown[]): Promise<QuotaCount> {
    const counts = await this.query<{ rows: number; owners: number }>(
      `SELECT count(*)::integer AS rows, count(DISTINCT owner)::integer AS owners FROM (${source}) AS found`,
      parameters,
    );
    return { ...toRowCount(counts?.rows), owners: counts?.owners };
  }

  /** Undefined after a timeout. */
  private async query<Row>(sql: string, parameters: unknown[]): Promise<Row | undefined> {
    try {
      return await this.database.transaction(async (transaction) => {
        await transaction.query(`SET LOCAL statement_timeout = ${TIMEOUT_MS}`);
        const [row] = await transaction.query<Row[]>(sql, parameters);
        return row;
      });
    } catch (error) {
      if (isTimeout(error)) return undefined;
      throw error;
    }
  }
}

function toRowCount(rows: number | undefined): RowCount {
  if (rows === undefined) return { rows, hasMore: true };
  return { rows: Math.min(rows, MAX_ROWS), hasMore: rows > MAX_ROWS };
}

function isTimeout(error: unknown): boolean {
  return (
    error instanceof QueryFailedError && (error.driverError as { code?: string }).code === QUERY_CANCELED
  );
}
