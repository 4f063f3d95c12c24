import { GatewayError } from '#canonical';

/** The end of a page of a list: the order, and the sort value and the id of the last row. */
export interface Position {
  sort: string;
  value: string;
  id: string;
}

/** Opaque to clients: the content can change with any version. */
export function writeCursor({ sort, value, id }: Position): string {
  return Buffer.from(JSON.stringify([sort, value, id])).toString('base64url');
}

/** Throws if the cursor is invalid or from a list with another order. */
export function readCursor(cursor: string, sort: string): Position {
  const [cursorSort, value, id, ...rest] = parse(cursor);
  if (typeof value !== 'string' || typeof id !== 'string' || rest.length > 0) throw createCursorError();
  if (cursorSort !== sort) throw createCursorError();
  return { sort, value, id };
}

function parse(cursor: string): unknown[] {
  try {
    const parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown;
    return Array.isArray(parsed) ? (parsed as unknown[]) : [];
  } catch {
    return [];
  }
}

export function createCursorError(): GatewayError {
  return new GatewayError(
    'invalid-value',
    '"cursor" must be a next_cursor of the same list with the same order.',
    { param: 'cursor' },
  );
}
