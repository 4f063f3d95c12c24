import { GatewayError } from '#canonical';

const CURSOR = /^before_(?<seq>\d{1,15})$/;

/** Where a page ended: what comes after it stays the same, whatever is added meanwhile. */
export function writeCursor(seq: number): string {
  return `before_${seq}`;
}

export function readCursor(cursor: string): number {
  const seq = CURSOR.exec(cursor)?.groups?.['seq'];
  if (seq !== undefined) return Number(seq);
  throw new GatewayError(
    'invalid-value',
    '`cursor` has to be the `next_cursor` of a page of the audit log.',
    {
      param: 'cursor',
    },
  );
}
