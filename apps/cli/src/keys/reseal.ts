import { type Database } from '#database';
import { type SecretBox, SecretUnreadable } from '#secrets';
import { type SealedColumn } from './sealed-columns.js';

const BATCH_SIZE = 200;

type Row = Record<string, unknown> & { sealed: Buffer };

export interface ResealResult {
  /** The number of values that were sealed with the current key. */
  resealed: number;
  /** The contexts of the values that cannot be opened with any key. */
  unreadable: string[];
}

/** Seals all values of a column with the current key, in batches. Skips values that use it already. */
export async function reseal(
  database: Database,
  box: SecretBox,
  column: SealedColumn,
): Promise<ResealResult> {
  const result: ResealResult = { resealed: 0, unreadable: [] };
  let last: readonly unknown[] | undefined;
  for (;;) {
    const rows = await loadNextRows(database, column, last);
    for (const row of rows) await resealRow(database, box, { column, row, result });
    const lastRow = rows.at(-1);
    if (lastRow === undefined) return result;
    last = column.key.map((name) => lastRow[name]);
  }
}

interface RowJob {
  column: SealedColumn;
  row: Row;
  /** Updated with the outcome of the row. */
  result: ResealResult;
}

async function resealRow(database: Database, box: SecretBox, { column, row, result }: RowJob): Promise<void> {
  const context = column.getContext(row);
  if (box.isCurrent(row.sealed, context)) return;
  try {
    const sealed = box.seal(box.open(row.sealed, context), context);
    result.resealed += await replaceSealed(database, column, row, sealed);
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    result.unreadable.push(context);
  }
}

async function loadNextRows(
  database: Database,
  { table, column, key }: SealedColumn,
  last: readonly unknown[] | undefined,
): Promise<Row[]> {
  const keys = key.join(', ');
  const after =
    last === undefined ? '' : `AND (${keys}) > (${key.map((_, index) => `$${index + 1}`).join(', ')})`;
  return database.query<Row[]>(
    `SELECT *, ${column} AS sealed FROM ${table} WHERE ${column} IS NOT NULL ${after}
     ORDER BY ${keys} LIMIT ${BATCH_SIZE}`,
    [...(last ?? [])],
  );
}

/** Replaces the value only if it was not changed since it was read. Returns the number of changed rows. */
async function replaceSealed(
  database: Database,
  { table, column, key }: SealedColumn,
  row: Row,
  sealed: Buffer,
): Promise<number> {
  const same = key.map((name, index) => `${name} = $${index + 3}`).join(' AND ');
  const changed = await database.query<unknown[]>(
    `WITH changed AS (UPDATE ${table} SET ${column} = $1 WHERE ${column} = $2 AND ${same} RETURNING 1)
     SELECT 1 FROM changed`,
    [sealed, row.sealed, ...key.map((name) => row[name])],
  );
  return changed.length;
}
