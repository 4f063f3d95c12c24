import { type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import { createCursorError, readCursor, writeCursor } from './cursor.js';
import { isExactMoment } from './exact-moment.js';
import { type Page, type PageRequest } from './page.js';

/** A column by which a list can be ordered, or an expression that is never null. */
interface SortColumn {
  /** With the alias of its table: `token.created_at`. */
  column: string;
  type: 'timestamptz' | 'text' | 'bigint';
  /** Other tables that the expression needs. Each must have at most one row for a row of the list. */
  joins?: readonly SortJoin[];
}

interface SortJoin {
  table: string;
  alias: string;
  condition: string;
}

export type SortColumns = Readonly<Record<string, SortColumn>>;

/** The sorts of a list: each column, ascending, or descending with a minus. */
export function listSorts(columns: SortColumns): string[] {
  return Object.keys(columns).flatMap((name) => [name, `-${name}`]);
}

/** Texts that the database can store; it would reject a comparison with others. */
const STORABLE = /^[^\0\p{Cs}]{0,1000}$/u;
const IS_VALID = {
  timestamptz: isExactMoment,
  text: (value: string) => STORABLE.test(value),
  bigint: (value: string) => /^-?\d{1,18}$/.test(value),
} as const;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * One page after the cursor. Rows that are added or removed meanwhile do not shift it. Times are compared in the text
 * format of the database, which has microseconds.
 */
export async function keysetPage<Row extends ObjectLiteral & { id: string }>(
  rows: SelectQueryBuilder<Row>,
  columns: SortColumns,
  { limit, cursor, sort }: PageRequest & { sort: string },
): Promise<Page<Row>> {
  const sorting = columns[sort.replace(/^-/, '')];
  if (sorting === undefined) throw new Error(`a list cannot be ordered by ${sort}`);
  const { column, type, joins = [] } = sorting;
  for (const { table, alias, condition } of joins) rows.leftJoin(table, alias, condition);
  const id = `${rows.alias}.id`;
  const isDescending = sort.startsWith('-');
  if (cursor !== undefined) {
    const position = readCursor(cursor, sort);
    if (!IS_VALID[type](position.value) || !UUID.test(position.id)) throw createCursorError();
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

/** An expression, because TypeORM would remove a plain column from the entity if it is also selected separately. */
function toExactText({ column, type }: SortColumn): string {
  if (type === 'bigint') return `(${column})::text`;
  return type === 'text' ? `${column} || ''` : `(${column} AT TIME ZONE 'UTC')::text || '+00'`;
}
