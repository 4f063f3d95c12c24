import { describe, expect, it } from '@jest/globals';
import { Children } from './children.js';

describe('Children', () => {
  it('binds each set of label values once', () => {
    const bound: string[][] = [];
    const children = new Children(10, (...values) => bound.push(values));
    const first = children.get('chat', 'ok');
    children.get('chat', 'upstream-error');
    expect(children.get('chat', 'ok')).toBe(first);
    expect(bound).toEqual([
      ['chat', 'ok'],
      ['chat', 'upstream-error'],
    ]);
  });

  it('shares one member for all sets beyond the maximum, and keeps the others', () => {
    const children = new Children(2, (...values) => values.join('/'));
    expect(['a', 'b', 'c', 'd', 'a'].map((value) => children.get(value, value))).toEqual([
      'a/a',
      'b/b',
      'other/other',
      'other/other',
      'a/a',
    ]);
  });

  it('folds the labels of sets beyond the maximum first', () => {
    const children = new Children(
      2,
      (...values) => values.join('/'),
      ([outcome = '']) => [outcome, 'other'],
    );
    const made = [
      ['ok', 'a'],
      ['ok', 'b'],
      ['ok', 'c'],
      ['failed', 'd'],
      ['denied', 'a'],
    ].map((values) => children.get(...values));
    // At most twice as many members, and one for all others.
    expect(made).toEqual(['ok/a', 'ok/b', 'ok/other', 'failed/other', 'other/other']);
  });

  it.each([
    ['before', ['other', 'a', 'b', 'c']],
    ['after', ['a', 'b', 'c', 'other']],
  ])('has one member "other" if it is requested %s the maximum is reached', (_when, values) => {
    const bound: string[] = [];
    const children = new Children(2, (value = '') => bound.push(value));
    for (const value of values) children.get(value);
    expect(bound.filter((value) => value === 'other')).toHaveLength(1);
  });
});
