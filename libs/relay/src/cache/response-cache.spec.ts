import { once } from 'node:events';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { type CacheKey } from './cache-key.js';
import { type AnswerStore, type CachedAnswer } from './cached-answer.js';
import { ResponseCache } from './response-cache.js';

const KEY: CacheKey = { owner: 'ann', key: Buffer.from('01', 'hex'), ttlSeconds: 60 };
const ANSWER = { isStreamed: false, headers: {}, body: Buffer.from('hello'), origin: { channel: 'c' } };

class MemoryAnswerStore implements AnswerStore {
  readonly answers = new Map<string, CachedAnswer>();
  looks = 0;
  saves = 0;
  obstacle: () => Promise<void> = async () => undefined;

  async find(owner: string, key: Buffer): Promise<CachedAnswer | undefined> {
    this.looks += 1;
    await this.obstacle();
    return this.answers.get(`${owner}/${key.toString('hex')}`);
  }

  async save(owner: string, key: Buffer, answer: CachedAnswer): Promise<void> {
    this.saves += 1;
    await this.obstacle();
    this.answers.set(`${owner}/${key.toString('hex')}`, answer);
  }
}

let store: MemoryAnswerStore;
let cache: ResponseCache;
let nowMs: number;

beforeEach(() => {
  nowMs = 1_000_000;
  store = new MemoryAnswerStore();
  cache = new ResponseCache(store, pino({ level: 'silent' }));
  cache.clock = () => nowMs;
});

describe('the cache', () => {
  it('gives what was kept, with its age and where it came from', async () => {
    expect(await cache.find(KEY)).toBeUndefined();
    await cache.keep(KEY, ANSWER);
    nowMs += 12_900;
    expect(await cache.find(KEY)).toMatchObject({ answer: ANSWER, ageSeconds: 12 });
  });

  it('gives nothing that is older than whoever kept it allowed', async () => {
    await cache.keep(KEY, ANSWER);
    await cache.find(KEY);
    nowMs += 60_000;
    expect(await cache.find({ ...KEY, ttlSeconds: 3_600 })).toBeUndefined();
  });

  it('gives nothing that is older than whoever asks allows', async () => {
    await cache.keep({ ...KEY, ttlSeconds: 3_600 }, ANSWER);
    await cache.find(KEY);
    nowMs += 60_000;
    expect(await cache.find(KEY)).toBeUndefined();
    expect(await cache.find({ ...KEY, ttlSeconds: 61 })).toMatchObject({ ageSeconds: 60 });
  });

  it('asks the database once for what is asked for often', async () => {
    await cache.keep(KEY, ANSWER);
    for (let time = 0; time < 5; time += 1) expect(await cache.find(KEY)).toBeDefined();
    expect(store.looks).toBe(1);
  });

  it('gives the newer answer of two, where the older in memory is too old', async () => {
    await cache.keep(KEY, ANSWER);
    await cache.find(KEY);
    nowMs += 50_000;
    await cache.keep(KEY, { ...ANSWER, body: Buffer.from('newer') });
    expect(await cache.find({ ...KEY, ttlSeconds: 10 })).toMatchObject({
      answer: { body: Buffer.from('newer') },
    });
  });
});

describe('without the database', () => {
  it('that fails there is no answer, and for a second nobody asks again', async () => {
    store.obstacle = () => Promise.reject(new Error('connection refused'));
    expect(await cache.find(KEY)).toBeUndefined();
    expect(await cache.find(KEY)).toBeUndefined();
    await cache.keep(KEY, ANSWER);
    expect([store.looks, store.saves]).toEqual([1, 0]);
    store.obstacle = async () => undefined;
    nowMs += 1_000;
    await cache.keep(KEY, ANSWER);
    expect(await cache.find(KEY)).toBeDefined();
  });

  it('that hangs nobody waits for long', async () => {
    store.obstacle = () => new Promise(() => undefined);
    const startedAt = performance.now();
    expect(await cache.find(KEY)).toBeUndefined();
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    expect(await cache.find(KEY)).toBeUndefined();
    expect(store.looks).toBe(1);
  });

  it('keeping fails silently, and what waits to be written is bounded', async () => {
    store.obstacle = () => Promise.reject(new Error('away'));
    await expect(cache.keep(KEY, ANSWER)).resolves.toBeUndefined();
    nowMs += 1_000;
    store.obstacle = () => new Promise(() => undefined);
    store.saves = 0;
    for (let time = 0; time < 40; time += 1) void cache.keep(KEY, ANSWER);
    expect(store.saves).toBe(16);
  });

  it('memory still helps', async () => {
    await cache.keep(KEY, ANSWER);
    await cache.find(KEY);
    store.obstacle = () => Promise.reject(new Error('away'));
    expect(await cache.find(KEY)).toBeDefined();
  });
});

it('waits for its writes when it is closed', async () => {
  const gate = new AbortController();
  store.obstacle = async () => void (await once(gate.signal, 'abort'));
  void cache.keep(KEY, ANSWER);
  const closed = cache.onApplicationShutdown();
  gate.abort();
  await closed;
  expect(store.answers.size).toBe(1);
});
