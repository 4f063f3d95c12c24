import { type Database, type SqlConditions } from '#database';
import { notACursor, readCursor, writeCursor } from './cursor.js';
import { isExactMoment } from './exact-moment.js';
import { type ListQuery } from './list-query.dto.js';
import { type Page } from './page.js';

/** The only order of such lists. */
const SORT = '-created_at';
const ID = /^[\w-]{1,200}$/;

export interface RowsQuery {
  /** Without a WHERE of its own. Has to give `id`, a text, and `created_at`. */
  select: string;
  conditions: SqlConditions;
}

/** One page of rows that are no entities, from where the cursor says. */
export async function newestFirst<Row extends { id: string }>(
  database: Pick<Database, 'query'>,
  { select, conditions }: RowsQuery,
  { limit, cursor }: ListQuery,
): Promise<Page<Row>> {
  if (cursor !== undefined) {
    const { value, id } = readCursor(cursor, SORT);
    if (!isExactMoment(value) || !ID.test(id)) throw notACursor();
    conditions.add('(created_at, id) < (?::timestamptz, ?)', value, id);
  }
  const rows = await database.query<(Row & { cursor_value: string })[]>(
    `SELECT rows.*, (created_at AT TIME ZONE 'UTC')::text || '+00' AS cursor_value
     FROM (${select}) AS rows WHERE ${conditions.sql}
     ORDER BY created_at DESC, id DESC LIMIT ${conditions.parameter(limit + 1)}`,
    conditions.parameters,
  );
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return {
    data,
    next_cursor: hasMore ? writeCursor({ sort: SORT, value: last.cursor_value, id: last.id }) : null,
  };
}
