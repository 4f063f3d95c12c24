import { GatewayError } from '#canonical';
import { type AuditQuery } from './audit-query.js';

const CURSOR = /^(?<side>before|after)_(?<seq>\d{1,15})$/;

/** Whether the next page has the entries before or after the last entry of a page. */
export type Side = 'before' | 'after';

export function getNextSide({ isOldestFirst }: Pick<AuditQuery, 'isOldestFirst'>): Side {
  return isOldestFirst === true ? 'after' : 'before';
}

/** Contains the number of the last entry of a page, so that new entries do not shift the next page. */
export function writeCursor(side: Side, seq: number): string {
  return `${side}_${seq}`;
}

/** Throws if the cursor is from a query with another order. */
export function readCursor(side: Side, cursor: string): number {
  const { side: cursorSide, seq } = CURSOR.exec(cursor)?.groups ?? {};
  if (seq !== undefined && cursorSide === side) return Number(seq);
  throw new GatewayError(
    'invalid-value',
    '"cursor" must be a next_cursor of the audit log with the same order.',
    {
      param: 'cursor',
    },
  );
}
