import { describe, expect, it } from '@jest/globals';
import { matching } from './matching.js';

const ITEMS = [
  { label: 'Admin tokens', alsoCalled: 'scripts' },
  { label: 'Tokens', alsoCalled: 'api keys' },
  { label: 'Channels', alsoCalled: 'providers keys' },
];
const found = (query: string) => matching(ITEMS, query).map(({ label }) => label);

describe('matching', () => {
  it('keeps everything in its order where nothing is asked for', () => {
    expect(found('  ')).toEqual(['Admin tokens', 'Tokens', 'Channels']);
  });

  it('puts names that begin with the words first', () => {
    expect(found('tok')).toEqual(['Tokens', 'Admin tokens']);
  });

  it('knows other words, in any order and case', () => {
    expect(found('KEYS')).toEqual(['Tokens', 'Channels']);
    expect(found('keys api')).toEqual(['Tokens']);
    expect(found('nothing')).toEqual([]);
  });
});
