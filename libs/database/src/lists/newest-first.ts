import { type DataSource } from 'typeorm';
import { type SqlConditions } from '../sql-conditions.js';
import { createCursorError, readCursor, writeCursor } from './cursor.js';
import { isExactMoment } from './exact-moment.js';
import { type Page, type PageRequest } from './page.js';

const NEWEST_FIRST = '-created_at';
const ID = /^[\w-]{1,200}$/;

interface RowsQuery {
  /** Must have no WHERE, and must select `id` as text and `created_at`. */
  select: string;
  conditions: SqlConditions;
  /** `created_at` for oldest first. Default: newest first. */
  sort?: string;
}

/** One page, after the cursor, of rows that are not entities. */
export async function newestFirst<Row extends { id: string }>(
  database: Pick<DataSource, 'query'>,
  { select, conditions, sort = NEWEST_FIRST }: RowsQuery,
  { limit, cursor }: PageRequest,
): Promise<Page<Row>> {
  const [comparison, direction] = sort === NEWEST_FIRST ? ['<', 'DESC'] : ['>', 'ASC'];
  if (cursor !== undefined) {
    const { value, id } = readCursor(cursor, sort);
    if (!isExactMoment(value) || !ID.test(id)) throw createCursorError();
    conditions.add(`(created_at, id) ${comparison} (?::timestamptz, ?)`, value, id);
  }
  const rows = await database.query<(Row & { cursor_value: string })[]>(
    `SELECT rows.*, (created_at AT TIME ZONE 'UTC')::text || '+00' AS cursor_value
     FROM (${select}) AS rows WHERE ${conditions.sql}
     ORDER BY created_at ${direction}, id ${direction} LIMIT ${conditions.parameter(limit + 1)}`,
    conditions.parameters,
  );
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return {
    data,
    next_cursor: hasMore ? writeCursor({ sort, value: last.cursor_value, id: last.id }) : null,
  };
}
