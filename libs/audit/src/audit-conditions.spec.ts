import { describe, expect, it } from '@jest/globals';
import { toCondition } from './audit-conditions.js';
import { writeCursor } from './audit-cursor.js';

describe('the condition of a query', () => {
  it('is TRUE without filters', () => {
    expect(toCondition({})).toEqual({ sql: 'TRUE', parameters: [] });
    expect(toCondition({ actor: undefined, cursor: undefined })).toEqual({ sql: 'TRUE', parameters: [] });
  });

  it('numbers its parameters', () => {
    expect(toCondition({ action: 'token.create', actor: 'ann', cursor: writeCursor('before', 9) })).toEqual({
      sql: `TRUE AND seq < $1 AND (actor ->> 'id' = $2 OR actor ->> 'name' = $2) AND action = $3`,
      parameters: [9, 'ann', 'token.create'],
    });
  });

  it('converts texts to their stored form', () => {
    expect(toCondition({ subjectId: 'a\0' }).parameters).toEqual(['a\uFFFD']);
  });

  it('continues with later entries if the oldest are first', () => {
    expect(toCondition({ isOldestFirst: true, cursor: writeCursor('after', 9) })).toEqual({
      sql: 'TRUE AND seq > $1',
      parameters: [9],
    });
    expect(() => toCondition({ isOldestFirst: true, cursor: writeCursor('before', 9) })).toThrow(
      'same order',
    );
  });

  it.each(['', '9', 'after_9', 'before_', 'before_-1', 'before_9x'])('rejects %j as a cursor', (cursor) => {
    expect(() => toCondition({ cursor })).toThrow(
      expect.objectContaining({ kind: 'invalid-value', param: 'cursor' }),
    );
  });
});
