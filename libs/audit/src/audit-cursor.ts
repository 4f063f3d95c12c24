import { GatewayError } from '#canonical';
import { type AuditQuery } from './audit-query.js';

const CURSOR = /^(?<side>before|after)_(?<seq>\d{1,15})$/;

/** Which side of the last entry of a page the next one is on. */
export type Side = 'before' | 'after';

export function getNextSide({ isOldestFirst }: Pick<AuditQuery, 'isOldestFirst'>): Side {
  return isOldestFirst === true ? 'after' : 'before';
}

/** Where a page ended: what comes after it stays the same, whatever is added meanwhile. */
export function writeCursor(side: Side, seq: number): string {
  return `${side}_${seq}`;
}

/** A cursor belongs to the order that it was given out in. */
export function readCursor(side: Side, cursor: string): number {
  const { side: cursorsSide, seq } = CURSOR.exec(cursor)?.groups ?? {};
  if (seq !== undefined && cursorsSide === side) return Number(seq);
  throw new GatewayError(
    'invalid-value',
    '`cursor` has to be the `next_cursor` of a page of the audit log in the same order.',
    {
      param: 'cursor',
    },
  );
}
