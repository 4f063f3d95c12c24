import { type Database } from '#database';
import { type SecretBox, SecretUnreadable } from '#secrets';
import { type SealedColumn } from './sealed-columns.js';

const ROWS_AT_A_TIME = 200;

type Row = Record<string, unknown> & { sealed: Buffer };

export interface Resealed {
  /** Sealed with the current key from now on. */
  resealed: number;
  /** The places of what none of the keys opens. */
  unreadable: string[];
}

/** Seals everything in a column with the current key that is not already, a few rows at a time. */
export async function reseal(database: Database, box: SecretBox, column: SealedColumn): Promise<Resealed> {
  const sum: Resealed = { resealed: 0, unreadable: [] };
  let last: readonly unknown[] | undefined;
  for (;;) {
    const rows = await nextRows(database, column, last);
    for (const row of rows) await resealRow(database, box, { column, row, sum });
    const end = rows.at(-1);
    if (end === undefined) return sum;
    last = column.key.map((name) => end[name]);
  }
}

interface Work {
  column: SealedColumn;
  row: Row;
  sum: Resealed;
}

async function resealRow(database: Database, box: SecretBox, { column, row, sum }: Work): Promise<void> {
  const place = column.getPlace(row);
  if (box.isCurrent(row.sealed, place)) return;
  try {
    const sealed = box.seal(box.open(row.sealed, place), place);
    sum.resealed += await replace(database, column, row, sealed);
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    sum.unreadable.push(place);
  }
}

async function nextRows(
  database: Database,
  { table, column, key }: SealedColumn,
  last: readonly unknown[] | undefined,
): Promise<Row[]> {
  const keys = key.join(', ');
  const after =
    last === undefined ? '' : `AND (${keys}) > (${key.map((_, index) => `$${index + 1}`).join(', ')})`;
  return database.query<Row[]>(
    `SELECT *, ${column} AS sealed FROM ${table} WHERE ${column} IS NOT NULL ${after}
     ORDER BY ${keys} LIMIT ${ROWS_AT_A_TIME}`,
    [...(last ?? [])],
  );
}

/** Only where it is still what was read: what somebody has written meanwhile is newer than ours. */
async function replace(
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
