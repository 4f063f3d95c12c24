import { once } from 'node:events';
import { setImmediate as nextTick } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { GatewayError } from '#canonical';
import { pino } from 'pino';
import { MemoryKeyStore } from './__fixtures__/memory-key-store.js';
import { type IdempotentRequest } from './idempotency-key.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { type Run } from './run.js';
import { MAX_STORED_BYTES, type StoredAnswer } from './stored-answer.js';

const REQUEST: IdempotentRequest = {
  tokenId: 't1',
  route: 'POST /v1/chat/completions',
  key: 'first',
  bodyDigest: Buffer.from('{"a":1}'),
};
const ANSWER: StoredAnswer = {
  status: 200,
  headers: { 'content-type': 'application/json', 'x-request-id': 'one' },
  body: Buffer.from('{"answer":42}'),
};
const REPLAYED = {
  kind: 'replay',
  answer: {
    status: 200,
    headers: { 'content-type': 'application/json', 'idempotent-replayed': 'true' },
    body: ANSWER.body,
  },
};
const LEASE_MS = 60_000;

let store: MemoryKeyStore;
let keys: IdempotencyKeys;
let nowMs: number;

beforeEach(() => {
  nowMs = 1_000_000;
  store = new MemoryKeyStore();
  keys = new IdempotencyKeys(store, pino({ level: 'silent' }), { clock: () => nowMs, timeoutMs: 50 });
});

afterEach(() => {
  keys.onApplicationShutdown();
  jest.useRealTimers();
});

async function begin(change: Partial<IdempotentRequest> = {}): Promise<Run> {
  const begun = await keys.begin({ ...REQUEST, ...change });
  if (begun.kind !== 'first') throw new Error('it ran before');
  return begun.run;
}

async function refusal(change: Partial<IdempotentRequest> = {}): Promise<unknown> {
  return keys.begin({ ...REQUEST, ...change }).catch((error: unknown) => error);
}

describe('a key', () => {
  it('gives the answer again, without what belonged to the first request', async () => {
    const run = await begin();
    await run.complete(ANSWER);
    expect(await keys.begin(REQUEST)).toEqual(REPLAYED);
  });

  it('is taken while its request runs', async () => {
    await begin();
    expect(await refusal()).toMatchObject({ kind: 'key-in-flight', retryAfterSeconds: 2 });
  });

  it.each(['running', 'answered'])('is refused to another body while it is %s', async (state) => {
    const run = await begin();
    if (state === 'answered') await run.complete(ANSWER);
    expect(await refusal({ bodyDigest: Buffer.from('{}') })).toMatchObject({ kind: 'key-reused' });
  });

  it.each([{ tokenId: 't2' }, { route: 'POST /v1/embeddings' }, { key: 'second' }])(
    'is another one with %j',
    async (change) => {
      await begin();
      expect(await begin(change)).toBeDefined();
    },
  );

  it('does not give a stream again', async () => {
    const run = await begin();
    await run.completeStream();
    const error = (await refusal()) as GatewayError;
    expect(error).toMatchObject({ kind: 'not-replayable', code: undefined });
  });

  it('does not give an answer again that was too large to keep', async () => {
    const run = await begin();
    await run.complete({ ...ANSWER, body: Buffer.alloc(MAX_STORED_BYTES + 1) });
    expect(await refusal()).toMatchObject({ kind: 'not-replayable', code: 'idempotency_answer_not_kept' });
  });

  it('can be used again once it is free', async () => {
    const run = await begin();
    await run.free();
    const second = await begin();
    await second.complete(ANSWER);
    expect(await keys.begin(REQUEST)).toEqual(REPLAYED);
  });

  it('ends once: what is said later changes nothing', async () => {
    const run = await begin();
    await run.complete(ANSWER);
    await run.free();
    await run.completeStream();
    expect(await keys.begin(REQUEST)).toEqual(REPLAYED);
  });

  it('is forgotten a day after the answer', async () => {
    const run = await begin();
    nowMs += 10_000;
    await run.complete(ANSWER);
    nowMs += 24 * 60 * 60 * 1000 - 1;
    expect(await keys.begin(REQUEST)).toEqual(REPLAYED);
    nowMs += 1;
    expect(await begin()).toBeDefined();
  });
});

describe('a failed request', () => {
  const answer: StoredAnswer = { status: 400, headers: {}, body: Buffer.from('{"error":{}}') };

  it("is answered with the upstream's verdict again", async () => {
    const run = await begin();
    await run.fail({ error: new GatewayError('upstream-rejected', 'No.'), wasCharged: false, answer });
    expect(await keys.begin(REQUEST)).toMatchObject({
      kind: 'replay',
      answer: { status: 400, body: answer.body, headers: { 'idempotent-replayed': 'true' } },
    });
  });

  it('may be tried again where nothing was charged', async () => {
    const run = await begin();
    await run.fail({ error: new GatewayError('upstream-overloaded', 'No.'), wasCharged: false, answer });
    expect(await begin()).toBeDefined();
  });

  it('is answered with the same error where something was charged, and says that retrying is useless', async () => {
    const run = await begin();
    const error = new GatewayError('upstream-timeout', 'No.');
    await run.fail({ error, wasCharged: true, answer: { ...answer, status: 504 } });
    expect(await keys.begin(REQUEST)).toMatchObject({
      answer: { status: 504, headers: { 'x-should-retry': 'false', 'idempotent-replayed': 'true' } },
    });
  });

  it('is of unknown outcome where it was charged and its client had gone', async () => {
    const run = await begin();
    await run.fail({ error: new GatewayError('client-gone', 'Gone.'), wasCharged: true, answer });
    expect(await refusal()).toMatchObject({ kind: 'not-replayable', code: 'idempotency_outcome_unknown' });
  });
});

describe('a lease', () => {
  it('is renewed for all runs of a process at once, while there are any', async () => {
    jest.useFakeTimers();
    const runs = await Promise.all(['a', 'b', 'c'].map((key) => begin({ key })));
    for (let third = 0; third < 9; third += 1) {
      nowMs += LEASE_MS / 3;
      await jest.advanceTimersByTimeAsync(LEASE_MS / 3);
    }
    expect(store.renewals).toBe(9);
    expect(await refusal({ key: 'b' })).toMatchObject({ kind: 'key-in-flight' });
    await Promise.all(runs.map((run) => run.free()));
    await jest.advanceTimersByTimeAsync(10 * LEASE_MS);
    expect(store.renewals).toBe(9);
  });

  it('that is over leaves the outcome unknown, until its run has the last word after all', async () => {
    const run = await begin();
    nowMs += LEASE_MS;
    expect(await refusal()).toMatchObject({ kind: 'not-replayable', code: 'idempotency_outcome_unknown' });
    await run.complete(ANSWER);
    expect(await keys.begin(REQUEST)).toEqual(REPLAYED);
  });

  it('that could not be renewed is tried again', async () => {
    jest.useFakeTimers();
    await begin();
    store.obstacle = () => Promise.reject(new Error('away'));
    nowMs += LEASE_MS / 3;
    await jest.advanceTimersByTimeAsync(LEASE_MS / 3);
    store.obstacle = async () => undefined;
    nowMs += LEASE_MS / 3;
    await jest.advanceTimersByTimeAsync(LEASE_MS / 3);
    nowMs += LEASE_MS / 2;
    expect(await refusal()).toMatchObject({ kind: 'key-in-flight' });
  });
});

describe('without the database', () => {
  it.each([
    ['that fails', () => Promise.reject(new Error('connection refused'))],
    ['that hangs', () => new Promise<void>(() => undefined)],
  ])('%s nothing is begun', async (_name, obstacle) => {
    store.obstacle = obstacle;
    expect(await refusal()).toMatchObject({ kind: 'store-unavailable' });
  });

  it('a key that is claimed too late is free again', async () => {
    const gate = new AbortController();
    const opened = once(gate.signal, 'abort');
    store.obstacle = async () => void (await opened);
    expect(await refusal()).toMatchObject({ kind: 'store-unavailable' });
    gate.abort();
    await nextTick();
    expect(store.entries.size).toBe(0);
  });

  it('an answer is given though it cannot be kept, and its request never runs again', async () => {
    const run = await begin();
    store.obstacle = () => Promise.reject(new Error('away'));
    await expect(run.complete(ANSWER)).resolves.toBeUndefined();
    store.obstacle = async () => undefined;
    nowMs += LEASE_MS;
    expect(await refusal()).toMatchObject({ code: 'idempotency_outcome_unknown' });
  });
});
