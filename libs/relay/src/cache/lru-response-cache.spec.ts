import { describe, expect, it } from '@jest/globals';
import { type CachedResponse } from './cached-response.js';
import { LruResponseCache } from './lru-response-cache.js';

const answer = (sizeBytes: number): CachedResponse => ({
  isStreamed: false,
  headers: {},
  body: Buffer.alloc(sizeBytes),
  origin: {},
  keptAtMs: 0,
  expiresAtMs: 1,
});

describe('LruResponseCache', () => {
  it('evicts the least recently used response', () => {
    const recent = new LruResponseCache({ maxBytes: 3 * 2_048, maxResponseBytes: 2_048 });
    for (const key of ['a', 'b', 'c']) recent.add(key, answer(1_024));
    recent.find('a');
    recent.add('d', answer(1_024));
    expect(['a', 'b', 'c', 'd'].filter((key) => recent.find(key) !== undefined)).toEqual(['a', 'c', 'd']);
  });

  it('does not store a response that is too large', () => {
    const recent = new LruResponseCache({ maxBytes: 10_000, maxResponseBytes: 2_000 });
    recent.add('a', answer(100));
    recent.add('b', answer(5_000));
    expect([recent.find('a'), recent.find('b')]).toEqual([answer(100), undefined]);
  });

  it('counts a response once if it is added repeatedly', () => {
    const recent = new LruResponseCache({ maxBytes: 5_000, maxResponseBytes: 5_000 });
    recent.add('a', answer(100));
    for (let time = 0; time < 20; time += 1) recent.add('b', answer(1_000));
    expect(recent.find('a')).toBeDefined();
  });
});
