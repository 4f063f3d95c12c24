import { GatewayError } from '#canonical';

/** Where a page of a list ended: by which order, at which value of what it is ordered by, and at which id. */
export interface Position {
  sort: string;
  value: string;
  id: string;
}

/** Opaque to clients: what is in it may change with any version. */
export function writeCursor({ sort, value, id }: Position): string {
  return Buffer.from(JSON.stringify([sort, value, id])).toString('base64url');
}

/** A cursor belongs to the order that it was given out in. */
export function readCursor(cursor: string, sort: string): Position {
  const [cursorsSort, value, id, ...rest] = parse(cursor);
  if (typeof value !== 'string' || typeof id !== 'string' || rest.length > 0) throw notACursor();
  if (cursorsSort !== sort) throw notACursor();
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

export function notACursor(): GatewayError {
  return new GatewayError(
    'invalid-value',
    '"cursor" must be the next_cursor of a page of the same list in the same order.',
    { param: 'cursor' },
  );
}
