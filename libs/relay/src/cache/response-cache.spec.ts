import { once } from 'node:events';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { type CacheKey } from './cache-key.js';
import { type CachedResponseStore, type CachedResponse } from './cached-response.js';
import { ResponseCache } from './response-cache.js';
import { measureLeast, measureMs } from '../../../../test/cpu-time/index.js';

const KEY: CacheKey = { owner: 'ann', key: Buffer.from('01', 'hex'), ttlSeconds: 60 };
const ANSWER = { isStreamed: false, headers: {}, body: Buffer.from('hello'), origin: { channel: 'c' } };

class MemoryResponseStore implements CachedResponseStore {
  readonly answers = new Map<string, CachedResponse>();
  reads = 0;
  saves = 0;
  beforeQuery: () => Promise<void> = async () => undefined;

  async find(owner: string, key: Buffer): Promise<CachedResponse | undefined> {
    this.reads += 1;
    await this.beforeQuery();
    return this.answers.get(`${owner}/${key.toString('hex')}`);
  }

  async save(owner: string, key: Buffer, answer: CachedResponse): Promise<void> {
    this.saves += 1;
    await this.beforeQuery();
    this.answers.set(`${owner}/${key.toString('hex')}`, answer);
  }
}

let store: MemoryResponseStore;
let cache: ResponseCache;
let nowMs: number;

beforeEach(() => {
  nowMs = 1_000_000;
  store = new MemoryResponseStore();
  cache = new ResponseCache(store, pino({ level: 'silent' }));
  cache.clock = () => nowMs;
});

describe('the cache', () => {
  it('returns a stored response with its age and origin', async () => {
    expect(await cache.find(KEY)).toBeUndefined();
    await cache.keep(KEY, ANSWER);
    nowMs += 12_900;
    expect(await cache.find(KEY)).toMatchObject({ answer: ANSWER, ageSeconds: 12 });
  });

  it('returns nothing that is older than its lifetime', async () => {
    await cache.keep(KEY, ANSWER);
    await cache.find(KEY);
    nowMs += 60_000;
    expect(await cache.find({ ...KEY, ttlSeconds: 3_600 })).toBeUndefined();
  });

  it('returns nothing that is older than the request allows', async () => {
    await cache.keep({ ...KEY, ttlSeconds: 3_600 }, ANSWER);
    await cache.find(KEY);
    nowMs += 60_000;
    expect(await cache.find(KEY)).toBeUndefined();
    expect(await cache.find({ ...KEY, ttlSeconds: 61 })).toMatchObject({ ageSeconds: 60 });
  });

  it('reads a frequent response from the database once', async () => {
    await cache.keep(KEY, ANSWER);
    for (let time = 0; time < 5; time += 1) expect(await cache.find(KEY)).toBeDefined();
    expect(store.reads).toBe(1);
  });

  it('returns the newer response from the database if the one in memory is too old', async () => {
    await cache.keep(KEY, ANSWER);
    await cache.find(KEY);
    nowMs += 50_000;
    await cache.keep(KEY, { ...ANSWER, body: Buffer.from('newer') });
    expect(await cache.find({ ...KEY, ttlSeconds: 10 })).toMatchObject({
      answer: { body: Buffer.from('newer') },
    });
  });
});

describe('if the database is unavailable', () => {
  it('an error is a miss, and the next query is made after a second', async () => {
    store.beforeQuery = () => Promise.reject(new Error('connection refused'));
    expect(await cache.find(KEY)).toBeUndefined();
    expect(await cache.find(KEY)).toBeUndefined();
    await cache.keep(KEY, ANSWER);
    expect([store.reads, store.saves]).toEqual([1, 0]);
    store.beforeQuery = async () => undefined;
    nowMs += 1_000;
    await cache.keep(KEY, ANSWER);
    expect(await cache.find(KEY)).toBeDefined();
  });

  it('a query that hangs times out', async () => {
    store.beforeQuery = () => new Promise(() => undefined);
    const waitOnce = (): Promise<number> => {
      nowMs += 1_000;
      return measureMs(async () => expect(await cache.find(KEY)).toBeUndefined());
    };
    expect(await measureLeast(1_000, waitOnce)).toBeLessThan(1_000);
    const { reads } = store;
    expect(reads).toBeGreaterThan(0);
    expect(await cache.find(KEY)).toBeUndefined();
    expect(store.reads).toBe(reads);
  });

  it('storing fails silently, and pending writes are limited', async () => {
    store.beforeQuery = () => Promise.reject(new Error('away'));
    await expect(cache.keep(KEY, ANSWER)).resolves.toBeUndefined();
    nowMs += 1_000;
    store.beforeQuery = () => new Promise(() => undefined);
    store.saves = 0;
    for (let time = 0; time < 40; time += 1) void cache.keep(KEY, ANSWER);
    expect(store.saves).toBe(16);
  });

  it('responses in memory are still returned', async () => {
    await cache.keep(KEY, ANSWER);
    await cache.find(KEY);
    store.beforeQuery = () => Promise.reject(new Error('away'));
    expect(await cache.find(KEY)).toBeDefined();
  });
});

it('waits for pending writes when it shuts down', async () => {
  const gate = new AbortController();
  store.beforeQuery = async () => void (await once(gate.signal, 'abort'));
  void cache.keep(KEY, ANSWER);
  const closed = cache.onApplicationShutdown();
  gate.abort();
  await closed;
  expect(store.answers.size).toBe(1);
});
