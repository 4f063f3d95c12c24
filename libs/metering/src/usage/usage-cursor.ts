import { GatewayError } from '#canonical';
import { type UsageRecord } from './usage-query.js';

const CURSOR = /^(?<startedAtMs>\d{1,15})_(?<id>[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Where a page ended: what comes after it stays the same, whatever is added meanwhile. */
export function writeCursor({ startedAtMs, id }: Pick<UsageRecord, 'startedAtMs' | 'id'>): string {
  return `${startedAtMs}_${id}`;
}

export function readCursor(cursor: string): { startedAt: Date; id: string } {
  const { startedAtMs, id } = CURSOR.exec(cursor)?.groups ?? {};
  if (id !== undefined) return { startedAt: new Date(Number(startedAtMs)), id };
  throw new GatewayError('invalid-value', '`after` has to be the `next` of a page of usage.', {
    param: 'after',
  });
}
