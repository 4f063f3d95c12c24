import { GatewayError } from '#canonical';
import { MEASURES } from './usage-order.js';
import { type UsageOrder, type UsageRecord } from './usage-query.js';

const CURSOR = /^(?<value>\d{1,15})_(?<id>[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Where a page ended: what comes after it stays the same, whatever is added meanwhile. */
export function writeCursor(record: UsageRecord, { by }: UsageOrder): string {
  return `${MEASURES[by].getNumber(record)}_${record.id}`;
}

export function readCursor(cursor: string): { value: string; id: string } {
  const { value, id } = CURSOR.exec(cursor)?.groups ?? {};
  if (value !== undefined && id !== undefined) return { value, id };
  throw new GatewayError('invalid-value', '`after` has to be the `next` of a page of usage.', {
    param: 'after',
  });
}
