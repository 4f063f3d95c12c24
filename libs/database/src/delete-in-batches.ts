import { type DataSource } from 'typeorm';

export interface BatchLimits {
  /** How many rows one statement deletes. */
  batchRows: number;
  /** How many statements one run executes; the rest is left for the next run. */
  maxBatches: number;
}

export interface RowsToDelete {
  table: string;
  /** An SQL condition for the rows to delete. */
  where: string;
  parameters?: readonly unknown[];
}

const DEFAULT_LIMITS: BatchLimits = { batchRows: 500, maxBatches: 40 };

/**
 * Deletes rows in batches, so that no statement holds locks for long. Rows that other transactions have locked are
 * skipped. Returns the number of deleted rows.
 */
export async function deleteInBatches(
  database: Pick<DataSource, 'query'>,
  { table, where, parameters = [] }: RowsToDelete,
  { batchRows, maxBatches }: BatchLimits = DEFAULT_LIMITS,
): Promise<number> {
  let deleted = 0;
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const [, count] = await database.query<[unknown, number]>(
      `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
         SELECT ctid FROM ${table} WHERE ${where} LIMIT ${batchRows} FOR UPDATE SKIP LOCKED))`,
      [...parameters],
    );
    deleted += count;
    if (count < batchRows) break;
  }
  return deleted;
}
