import { describe, expect, it } from '@jest/globals';
import { stem } from './rank-documents.js';

describe('stem', () => {
  it.each([
    ['boots', 'boot'],
    ['cities', 'city'],
    ['boxes', 'box'],
    ['running', 'run'],
    ['stopped', 'stop'],
    ['hiking', 'hike'],
    ['baked', 'bake'],
    ['classes', 'class'],
    ['policies', 'policy'],
    ['calling', 'call'],
  ])('treats %s and %s as the same word', (one, other) => {
    expect(stem(one)).toBe(stem(other));
  });

  it.each(['king', 'red', 'bus', 'class', 'analysis', 'string', 'sing', 'is', 'gas'])(
    'leaves %s alone',
    (word) => {
      expect(stem(word)).toBe(word);
    },
  );
});
