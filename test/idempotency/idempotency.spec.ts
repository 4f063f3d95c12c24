import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { type IdempotentRequest, type Run } from '#idempotency';
import { type TestDatabase, createTestDatabase } from '../harness/test-database.js';
import { type OpenedProcess, openProcess } from './open-process.js';

const HOUR_MS = 60 * 60 * 1000;

let database: TestDatabase;
let one: OpenedProcess;
let other: OpenedProcess;
let nowMs = Date.now();

beforeAll(async () => {
  database = await createTestDatabase();
  // Without synchronous commits, because the test is not about the disk.
  await database.query(
    `ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET synchronous_commit = off`,
  );
  const options = { clock: () => nowMs, timeoutMs: 30_000 };
  [one, other] = await Promise.all([openProcess(database.url, options), openProcess(database.url, options)]);
});

afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await database.drop();
});

const newRequest = (): IdempotentRequest => ({
  tokenId: randomUUID(),
  route: 'POST /v1/chat/completions',
  key: randomUUID(),
  bodyDigest: Buffer.from('{"model":"m"}'),
});

async function begin({ keys }: OpenedProcess, request: IdempotentRequest): Promise<Run> {
  const begun = await keys.begin(request);
  if (begun.kind !== 'first') throw new Error('it ran before');
  return begun.run;
}

/** The result in one word. */
async function tryOnce({ keys }: OpenedProcess, request: IdempotentRequest, body: string): Promise<string> {
  try {
    const begun = await keys.begin(request);
    if (begun.kind === 'replay') return begun.answer.body.toString();
    await begun.run.complete({ status: 200, headers: {}, body: Buffer.from(body) });
    return 'ran';
  } catch (error) {
    return GatewayError.from(error).kind;
  }
}

describe('many requests at once', () => {
  const KEYS = 50;
  const DUPLICATES = 20;
  const KEYS_AT_ONCE = 25;

  it('run once each, in any of the processes', async () => {
    const seen = new Map<string, string[]>();
    for (let start = 0; start < KEYS; start += KEYS_AT_ONCE) {
      const requests = Array.from({ length: KEYS_AT_ONCE }, newRequest);
      await Promise.all(
        requests.map(async (request) => {
          const duplicates = Array.from({ length: DUPLICATES }, (_, index) =>
            tryOnce(index % 2 === 0 ? one : other, request, request.key),
          );
          seen.set(request.key, await Promise.all(duplicates));
        }),
      );
    }
    expect(seen.size).toBe(KEYS);
    for (const [key, outcomes] of seen) {
      expect(outcomes.filter((outcome) => outcome === 'ran')).toHaveLength(1);
      const rest = outcomes.filter((outcome) => outcome !== 'ran' && outcome !== 'key-in-flight');
      expect(rest.filter((outcome) => outcome !== key)).toEqual([]);
    }
  });
});

describe('a key', () => {
  it('returns the response of one process to the other, whatever its bytes', async () => {
    const request = newRequest();
    const run = await begin(one, request);
    const body = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    await run.complete({ status: 200, headers: { 'content-type': 'audio/mpeg', 'x-request-id': 'r' }, body });
    expect(await other.keys.begin(request)).toEqual({
      kind: 'replay',
      answer: {
        status: 200,
        headers: { 'content-type': 'audio/mpeg', 'idempotent-replayed': 'true' },
        body,
      },
    });
  });

  it('is taken, and rejected for another body', async () => {
    const request = newRequest();
    const run = await begin(one, request);
    await expect(other.keys.begin(request)).rejects.toMatchObject({ kind: 'key-in-flight' });
    const another = { ...request, bodyDigest: Buffer.from('{"model":"n"}') };
    await expect(other.keys.begin(another)).rejects.toMatchObject({ kind: 'key-reused' });
    await run.free();
    expect(await other.keys.begin(another)).toMatchObject({ kind: 'first' });
  });

  it('of a stream returns nothing again', async () => {
    const request = newRequest();
    const run = await begin(one, request);
    await run.completeStream();
    await expect(other.keys.begin(request)).rejects.toMatchObject({
      kind: 'not-replayable',
      code: undefined,
    });
  });

  it('of a response of 8 MB returns it again, of a larger one does not', async () => {
    const [largest, larger] = [newRequest(), newRequest()];
    const body = Buffer.alloc(8 * 1024 * 1024, 'é');
    await (await begin(one, largest)).complete({ status: 200, headers: {}, body });
    await (
      await begin(one, larger)
    ).complete({ status: 200, headers: {}, body: Buffer.concat([body, body]) });
    const begun = await other.keys.begin(largest);
    expect(begun.kind === 'replay' && begun.answer.body.equals(body)).toBe(true);
    await expect(other.keys.begin(larger)).rejects.toMatchObject({ code: 'idempotency_answer_not_kept' });
  });

  it('can be reused after a day, and the earlier run can no longer write', async () => {
    const request = newRequest();
    const first = await begin(one, request);
    nowMs += 24 * HOUR_MS - 1;
    await expect(other.keys.begin(request)).rejects.toMatchObject({ code: 'idempotency_outcome_unknown' });
    nowMs += 1;
    const second = await begin(other, request);
    await first.complete({ status: 200, headers: {}, body: Buffer.from('late') });
    await expect(one.keys.begin(request)).rejects.toMatchObject({ kind: 'key-in-flight' });
    await second.complete({ status: 200, headers: {}, body: Buffer.from('right') });
    expect(await tryOnce(one, request, '')).toBe('right');
  });

  it('whose run is lost reports that the outcome is unknown', async () => {
    const request = newRequest();
    await (await begin(one, request)).markOutcomeUnknown();
    await expect(other.keys.begin(request)).rejects.toMatchObject({ code: 'idempotency_outcome_unknown' });
  });
});

describe('a stored response', () => {
  it('cannot be read with the database alone', async () => {
    const request = { ...newRequest(), key: 'a-key-to-look-for' };
    const run = await begin(one, request);
    await run.complete({ status: 200, headers: {}, body: Buffer.from('an answer to look for') });
    const rows = await database.query(
      `SELECT (SELECT count(*)::int FROM idempotency_keys WHERE state = 'answered') AS answered,
              count(*)::int AS legible FROM idempotency_keys k
       WHERE encode(k.answer, 'escape') LIKE '%to look for%' OR k::text LIKE '%to-look-for%'`,
    );
    expect(rows).toEqual([{ answered: expect.any(Number), legible: 0 }]);
    expect(rows[0]?.['answered']).toBeGreaterThan(0);
  });

  it('is not replayed with another secret key', async () => {
    const request = newRequest();
    const run = await begin(one, request);
    await run.complete({ status: 200, headers: {}, body: Buffer.from('secret') });
    const stranger = await openProcess(database.url, { clock: () => nowMs }, Buffer.alloc(32, 8));
    await expect(stranger.keys.begin(request)).rejects.toMatchObject({ code: 'idempotency_answer_not_kept' });
    await stranger.close();
  });
});

it('begins nothing without the database', async () => {
  const lost = await createTestDatabase();
  const process = await openProcess(lost.url);
  const request = newRequest();
  const run = await begin(process, request);
  await lost.drop();
  await expect(process.keys.begin(newRequest())).rejects.toMatchObject({ kind: 'store-unavailable' });
  await expect(
    run.complete({ status: 200, headers: {}, body: Buffer.from('given all the same') }),
  ).resolves.toBeUndefined();
  await process.close();
});
