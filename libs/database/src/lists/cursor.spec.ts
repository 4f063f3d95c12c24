import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { readCursor, writeCursor } from './cursor.js';

const position = { sort: '-name', value: 'naïve, "quoted"', id: 'some id' };

describe('a cursor', () => {
  it('contains the position where a page ended', () => {
    expect(readCursor(writeCursor(position), '-name')).toEqual(position);
  });

  it.each([
    ['of another order', writeCursor({ ...position, sort: 'name' })],
    ['that is not JSON', Buffer.from('nothing').toString('base64url')],
    ['with other content', Buffer.from('{"sort":"-name"}').toString('base64url')],
    ['of the wrong length', Buffer.from('["-name","a"]').toString('base64url')],
    ['of the wrong types', Buffer.from('["-name",1,2]').toString('base64url')],
    ['with additional items', Buffer.from('["-name","a","b","c"]').toString('base64url')],
    ['that is empty', ''],
  ])('%s is rejected', (_name, cursor) => {
    expect(getFault(() => readCursor(cursor, '-name'))).toEqual(['invalid-value', 'cursor']);
  });
});

function getFault(read: () => unknown): unknown[] {
  try {
    return [read()];
  } catch (error) {
    return error instanceof GatewayError ? [error.kind, error.param] : [error];
  }
}
