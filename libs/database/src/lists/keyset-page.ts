import { type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import { notACursor, readCursor, writeCursor } from './cursor.js';
import { isExactMoment } from './exact-moment.js';
import { type Page, type PageRequest } from './page.js';

/** A column that a list can be ordered by. */
interface SortColumn {
  /** With the alias of its table: `token.created_at`. */
  column: string;
  type: 'timestamptz' | 'text';
}

export type SortColumns = Readonly<Record<string, SortColumn>>;

/** What the query builder may be asked to order by: each column, up or, with a minus, down. */
export function listSorts(columns: SortColumns): string[] {
  return Object.keys(columns).flatMap((name) => [name, `-${name}`]);
}

/** What the database cannot store it cannot compare with either. */
const STORABLE = /^[^\0\p{Cs}]{0,1000}$/u;
const IS_READABLE = {
  timestamptz: isExactMoment,
  text: (value: string) => STORABLE.test(value),
} as const;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * One page, from where the cursor says: what is added or removed meanwhile moves nothing. Times are compared as the
 * database writes them, which is finer than ours.
 */
export async function keysetPage<Row extends ObjectLiteral & { id: string }>(
  rows: SelectQueryBuilder<Row>,
  columns: SortColumns,
  { limit, cursor, sort }: PageRequest & { sort: string },
): Promise<Page<Row>> {
  const sorting = columns[sort.replace(/^-/, '')];
  if (sorting === undefined) throw new Error(`a list cannot be ordered by ${sort}`);
  const { column, type } = sorting;
  const id = `${rows.alias}.id`;
  const isDescending = sort.startsWith('-');
  if (cursor !== undefined) {
    const position = readCursor(cursor, sort);
    if (!IS_READABLE[type](position.value) || !UUID.test(position.id)) throw notACursor();
    rows.andWhere(`(${column}, ${id}) ${isDescending ? '<' : '>'} (:cursorValue::${type}, :cursorId::uuid)`, {
      cursorValue: position.value,
      cursorId: position.id,
    });
  }
  const direction = isDescending ? 'DESC' : 'ASC';
  const { entities, raw } = await rows
    .addSelect(toExactText(sorting), 'cursor_value')
    .orderBy(column, direction)
    .addOrderBy(id, direction)
    .limit(limit + 1)
    .getRawAndEntities<{ cursor_value: string }>();
  const last = entities[limit - 1];
  const value = raw[limit - 1]?.cursor_value;
  const hasMore = entities.length > limit && last !== undefined && value !== undefined;
  return {
    data: entities.slice(0, limit),
    next_cursor: hasMore ? writeCursor({ sort, value, id: last.id }) : null,
  };
}

/** As an expression: a column by itself would be missing from the row that it is also a part of. */
function toExactText({ column, type }: SortColumn): string {
  return type === 'text' ? `${column} || ''` : `(${column} AT TIME ZONE 'UTC')::text || '+00'`;
}
