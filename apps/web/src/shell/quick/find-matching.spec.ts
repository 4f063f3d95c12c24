import { describe, expect, it } from '@jest/globals';
import { findMatching } from './find-matching.js';

const ITEMS = [
  { label: 'Admin tokens', alsoCalled: 'scripts' },
  { label: 'Tokens', alsoCalled: 'api keys' },
  { label: 'Channels', alsoCalled: 'providers keys' },
];
const find = (query: string) => findMatching(ITEMS, query).map(({ label }) => label);

describe('findMatching', () => {
  it('returns all items in their order for an empty query', () => {
    expect(find('  ')).toEqual(['Admin tokens', 'Tokens', 'Channels']);
  });

  it('puts labels that start with the query first', () => {
    expect(find('tok')).toEqual(['Tokens', 'Admin tokens']);
  });

  it('also searches the other words, in any order and case', () => {
    expect(find('KEYS')).toEqual(['Tokens', 'Channels']);
    expect(find('keys api')).toEqual(['Tokens']);
    expect(find('nothing')).toEqual([]);
  });
});
