import { once } from 'node:events';
import { setImmediate as nextTick } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { GatewayError } from '#canonical';
import { pino } from 'pino';
import { MemoryKeyStore } from './__fixtures__/memory-key-store.js';
import { type IdempotentRequest } from './idempotency-key.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { type Run } from './run.js';
import { MAX_STORED_BYTES, type IdempotentResponse } from './idempotent-response.js';

const REQUEST: IdempotentRequest = {
  tokenId: 't1',
  route: 'POST /v1/chat/completions',
  key: 'first',
  bodyDigest: Buffer.from('{"a":1}'),
};
const ANSWER: IdempotentResponse = {
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
  const result = await keys.begin({ ...REQUEST, ...change });
  if (result.kind !== 'first') throw new Error('it is a replay');
  return result.run;
}

async function refusal(change: Partial<IdempotentRequest> = {}): Promise<unknown> {
  return keys.begin({ ...REQUEST, ...change }).catch((error: unknown) => error);
}

describe('a key', () => {
  it('replays the response, without headers of the first request', async () => {
    const run = await begin();
    await run.complete(ANSWER);
    expect(await keys.begin(REQUEST)).toEqual(REPLAYED);
  });

  it('is in flight while its request runs', async () => {
    await begin();
    expect(await refusal()).toMatchObject({ kind: 'key-in-flight', retryAfterSeconds: 2 });
  });

  it.each(['running', 'answered'])('is rejected with another body while it is %s', async (state) => {
    const run = await begin();
    if (state === 'answered') await run.complete(ANSWER);
    expect(await refusal({ bodyDigest: Buffer.from('{}') })).toMatchObject({ kind: 'key-reused' });
  });

  it.each([{ tokenId: 't2' }, { route: 'POST /v1/embeddings' }, { key: 'second' }])(
    'is a different key with %j',
    async (change) => {
      await begin();
      expect(await begin(change)).toBeDefined();
    },
  );

  it('does not replay a stream', async () => {
    const run = await begin();
    await run.completeStream();
    const error = (await refusal()) as GatewayError;
    expect(error).toMatchObject({ kind: 'not-replayable', code: undefined });
  });

  it('does not replay a response that was too large to store', async () => {
    const run = await begin();
    await run.complete({ ...ANSWER, body: Buffer.alloc(MAX_STORED_BYTES + 1) });
    expect(await refusal()).toMatchObject({ kind: 'not-replayable', code: 'idempotency_answer_not_kept' });
  });

  it('can be used again after it was released', async () => {
    const run = await begin();
    await run.free();
    const second = await begin();
    await second.complete(ANSWER);
    expect(await keys.begin(REQUEST)).toEqual(REPLAYED);
  });

  it('ends once: later calls have no effect', async () => {
    const run = await begin();
    await run.complete(ANSWER);
    await run.free();
    await run.completeStream();
    expect(await keys.begin(REQUEST)).toEqual(REPLAYED);
  });

  it('expires a day after the response', async () => {
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
  const answer: IdempotentResponse = { status: 400, headers: {}, body: Buffer.from('{"error":{}}') };

  it('replays an error of the upstream about the request', async () => {
    const run = await begin();
    await run.fail({ error: new GatewayError('upstream-rejected', 'No.'), wasCharged: false, answer });
    expect(await keys.begin(REQUEST)).toMatchObject({
      kind: 'replay',
      answer: { status: 400, body: answer.body, headers: { 'idempotent-replayed': 'true' } },
    });
  });

  it('can be retried if nothing was charged', async () => {
    const run = await begin();
    await run.fail({ error: new GatewayError('upstream-overloaded', 'No.'), wasCharged: false, answer });
    expect(await begin()).toBeDefined();
  });

  it('replays the error if something was charged, with a header against retries', async () => {
    const run = await begin();
    const error = new GatewayError('upstream-timeout', 'No.');
    await run.fail({ error, wasCharged: true, answer: { ...answer, status: 504 } });
    expect(await keys.begin(REQUEST)).toMatchObject({
      answer: { status: 504, headers: { 'x-should-retry': 'false', 'idempotent-replayed': 'true' } },
    });
  });

  it('has an unknown outcome if it was charged and its client had disconnected', async () => {
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

  it('that has expired leaves the outcome unknown, until its run ends', async () => {
    const run = await begin();
    nowMs += LEASE_MS;
    expect(await refusal()).toMatchObject({ kind: 'not-replayable', code: 'idempotency_outcome_unknown' });
    await run.complete(ANSWER);
    expect(await keys.begin(REQUEST)).toEqual(REPLAYED);
  });

  it('is renewed again after an error', async () => {
    jest.useFakeTimers();
    await begin();
    store.beforeCall = () => Promise.reject(new Error('away'));
    nowMs += LEASE_MS / 3;
    await jest.advanceTimersByTimeAsync(LEASE_MS / 3);
    store.beforeCall = async () => undefined;
    nowMs += LEASE_MS / 3;
    await jest.advanceTimersByTimeAsync(LEASE_MS / 3);
    nowMs += LEASE_MS / 2;
    expect(await refusal()).toMatchObject({ kind: 'key-in-flight' });
  });
});

describe('if the database is unavailable', () => {
  it.each([
    ['it fails', () => Promise.reject(new Error('connection refused'))],
    ['it hangs', () => new Promise<void>(() => undefined)],
  ])('no request starts: %s', async (_name, beforeCall) => {
    store.beforeCall = beforeCall;
    expect(await refusal()).toMatchObject({ kind: 'store-unavailable' });
  });

  it('a key that is claimed after the timeout is released', async () => {
    const gate = new AbortController();
    const opened = once(gate.signal, 'abort');
    store.beforeCall = async () => void (await opened);
    expect(await refusal()).toMatchObject({ kind: 'store-unavailable' });
    gate.abort();
    await nextTick();
    expect(store.entries.size).toBe(0);
  });

  it('a response is sent although it cannot be stored, and its request never runs again', async () => {
    const run = await begin();
    store.beforeCall = () => Promise.reject(new Error('away'));
    await expect(run.complete(ANSWER)).resolves.toBeUndefined();
    store.beforeCall = async () => undefined;
    nowMs += LEASE_MS;
    expect(await refusal()).toMatchObject({ code: 'idempotency_outcome_unknown' });
  });
});
