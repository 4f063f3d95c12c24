import { describe, expect, it } from '@jest/globals';
import { Children } from './children.js';

describe('Children', () => {
  it('binds each set of label values once', () => {
    const bound: string[][] = [];
    const children = new Children(10, (...values) => bound.push(values));
    const first = children.of('chat', 'ok');
    children.of('chat', 'upstream-error');
    expect(children.of('chat', 'ok')).toBe(first);
    expect(bound).toEqual([
      ['chat', 'ok'],
      ['chat', 'upstream-error'],
    ]);
  });

  it('gives all that come too late one member between them, and keeps the others', () => {
    const children = new Children(2, (...values) => values.join('/'));
    expect(['a', 'b', 'c', 'd', 'a'].map((value) => children.of(value, value))).toEqual([
      'a/a',
      'b/b',
      'other/other',
      'other/other',
      'a/a',
    ]);
  });

  it('gives up the label that is told to be given up first, and keeps the others', () => {
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
    ].map((values) => children.of(...values));
    // Twice as many at most, and one for all that are left.
    expect(made).toEqual(['ok/a', 'ok/b', 'ok/other', 'failed/other', 'other/other']);
  });

  it.each([
    ['before', ['other', 'a', 'b', 'c']],
    ['after', ['a', 'b', 'c', 'other']],
  ])('has one member of that name where somebody asks for it %s the bound is reached', (_when, values) => {
    const bound: string[] = [];
    const children = new Children(2, (value = '') => bound.push(value));
    for (const value of values) children.of(value);
    expect(bound.filter((value) => value === 'other')).toHaveLength(1);
  });
});
