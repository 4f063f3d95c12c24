import { GatewayError } from '#canonical';
import { MEASURES } from './usage-order.js';
import { type UsageOrder, type UsageRecord } from './usage-query.js';

const CURSOR = /^(?<value>\d{1,15})_(?<id>[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/**
 * Identifies the last record of a page by value and id, so that rows that are added meanwhile do not shift the next
 * page.
 */
export function writeCursor(record: UsageRecord, { by }: UsageOrder): string {
  return `${MEASURES[by].getNumber(record)}_${record.id}`;
}

export function readCursor(cursor: string): { value: string; id: string } {
  const { value, id } = CURSOR.exec(cursor)?.groups ?? {};
  if (value !== undefined && id !== undefined) return { value, id };
  throw new GatewayError('invalid-value', '"after" must be the "next" of a usage page.', {
    param: 'after',
  });
}
