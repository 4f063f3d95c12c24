import { describe, expect, it } from '@jest/globals';
import { readTaskListQuery } from './list-query.js';

describe('readTaskListQuery', () => {
  it('has defaults', () => {
    expect(readTaskListQuery({})).toEqual({ limit: 20, order: 'desc' });
    expect(readTaskListQuery({ limit: '', order: '', after: '', status: '', model: '' })).toEqual({
      limit: 20,
      order: 'desc',
    });
  });

  it('accepts all parameters', () => {
    const query = { limit: '100', order: 'asc', after: 'video_1', status: 'failed', model: 'm' };
    expect(readTaskListQuery(query)).toEqual({ ...query, limit: 100 });
  });

  it.each([
    [{ limit: '0' }, 'limit'],
    [{ limit: '101' }, 'limit'],
    [{ limit: '-1' }, 'limit'],
    [{ limit: '1e1' }, 'limit'],
    [{ limit: ['1', '2'] }, 'limit'],
    [{ order: 'up' }, 'order'],
    [{ status: 'cancelled' }, 'status'],
    [{ status: ['failed', 'queued'] }, 'status'],
    [{ model: '\0' }, 'model'],
    [{ after: ['a', 'b'] }, 'after'],
  ])('rejects %j at %s', (query, param) => {
    expect(() => readTaskListQuery(query)).toThrow(expect.objectContaining({ param }));
  });
});
