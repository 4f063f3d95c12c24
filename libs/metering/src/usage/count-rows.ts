import { type SqlConditions } from '#database';
import { type DataSource } from 'typeorm';
import { type UsageCount } from './usage-query.js';

/** The count is only shown next to a list, so a longer wait is not worthwhile. */
const TIMEOUT_MS = 2_000;
const QUERY_CANCELED = '57014';

/** Counts rows up to `max`; undefined after a timeout. */
export async function countRows(
  dataSource: DataSource,
  table: string,
  { conditions, max }: { conditions: SqlConditions; max: number },
): Promise<UsageCount | undefined> {
  try {
    const [row] = await dataSource.transaction(async (transaction) => {
      await transaction.query(`SET LOCAL statement_timeout = ${TIMEOUT_MS}`);
      return transaction.query<{ count: number }[]>(
        `SELECT count(*)::int AS count
         FROM (SELECT 1 FROM ${table} WHERE ${conditions.sql} LIMIT ${max + 1}) AS found`,
        conditions.parameters,
      );
    });
    const found = row?.count ?? 0;
    return { count: Math.min(found, max), hasMore: found > max };
  } catch (error) {
    if (isTimeout(error)) return undefined;
    throw error;
  }
}

function isTimeout(error: unknown): boolean {
  return (error as { driverError?: { code?: string } }).driverError?.code === QUERY_CANCELED;
}
