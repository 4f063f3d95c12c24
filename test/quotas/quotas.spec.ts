import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createDataSource } from '#database';
import { MediaStore } from '#media';
import { StorageUseRepository } from '#quotas';
import { type TestGateway, eventually, startTestGateway } from '../harness/index.js';

const ANN = 'sk-mg-ann-0123456789abcdef';
const BOB = 'sk-mg-bob-0123456789abcdef';

let gateway: TestGateway;
let dataSource: ReturnType<typeof createDataSource>;
let use: StorageUseRepository;
/** How far the gateway's clock is ahead of the real one. */
let passedMs = 0;

beforeAll(async () => {
  const now = Date.now;
  jest.spyOn(Date, 'now').mockImplementation(() => now() + passedMs);
  gateway = await startTestGateway({
    sandbox: true,
    tokens: [
      { name: 'ann', key: ANN, owner: 'ann' },
      { name: 'bob', key: BOB, owner: 'bob' },
    ],
    quotas: { storedResponses: 5, idempotencyAnswers: 4, mediaFiles: 2 },
  });
  dataSource = createDataSource({ url: gateway.database.url, entities: [], poolSize: 2 });
  await dataSource.initialize();
  use = new StorageUseRepository(dataSource);
});

afterAll(async () => {
  jest.restoreAllMocks();
  await dataSource.destroy();
  await gateway.stop();
});

interface Call {
  token?: string;
  key?: string;
  method?: string;
}

async function call(path: string, body?: object, { token = ANN, key, method }: Call = {}) {
  const response = await fetch(`${gateway.baseUrl}${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Record<string, unknown> & { error?: Record<string, unknown> };
  return { status: response.status, headers: response.headers, body: answer };
}

const respond = (input: string, more: object = {}, token = ANN) =>
  call('/responses', { model: 'sandbox-chat', input, ...more }, { token });

const ask = (key: string) => {
  const messages = [{ role: 'user', content: key }];
  return call('/chat/completions', { model: 'sandbox-chat', messages }, { key });
};

const makeImage = (token = ANN, format = 'url') =>
  call(
    '/images/generations',
    { model: 'sandbox-image', prompt: 'a cat', size: '64x64', response_format: format },
    { token },
  );

const makeVideo = (token = ANN, key?: string) =>
  call('/videos', { model: 'sandbox-video', prompt: 'a cat', seconds: '4' }, { token, key });

const countRows = async (query: string): Promise<number> =>
  Number((await gateway.database.query(`SELECT count(*)::int AS count FROM ${query}`))[0]?.['count']);

const wait = (token: string) => respond('later', { background: true }, token);

describe('the quota of stored responses', () => {
  it('also applies to responses that are not finished', async () => {
    for (let turn = 0; turn < 5; turn += 1) expect((await wait(BOB)).status).toBe(200);
    const { status, body } = await wait(BOB);
    expect({ status, param: body.error?.['param'] }).toEqual({ status: 429, param: 'background' });
    expect((await wait(ANN)).status).toBe(200);
  });

  it('deletes the oldest ones, of that owner only, and never the newest', async () => {
    const ids: unknown[] = [];
    const others = [await respond('other', {}, BOB), await respond('other', {}, BOB)];
    for (let turn = 0; turn < 9; turn += 1) {
      const { status, body } = await respond(`turn ${turn}`);
      expect(status).toBe(200);
      ids.push(body['id']);
    }
    await eventually(
      async () => (await countRows(`stored_responses WHERE owner = 'ann'`)) <= 5 || undefined,
      15_000,
    );
    expect((await call(`/responses/${String(ids.at(-1))}`)).status).toBe(200);
    expect((await call(`/responses/${String(ids[0])}`)).status).toBe(404);
    const further = await respond('further', { previous_response_id: ids[0] });
    expect(further.body.error).toMatchObject({
      param: 'previous_response_id',
      code: 'previous_response_not_found',
    });
    for (const { body } of others) {
      expect((await call(`/responses/${String(body['id'])}`, undefined, { token: BOB })).status).toBe(200);
    }
  });

  it('is counted by the tables themselves, the same before and after a rollup', async () => {
    const counted = async (): Promise<object> => {
      const [row] = await gateway.database.query(
        `SELECT count(*)::int AS items, COALESCE(sum(octet_length(content)), 0)::int AS bytes
         FROM stored_responses WHERE owner = 'ann'`,
      );
      return { ...row };
    };
    expect(await use.find('ann', 'responses')).toEqual(await counted());
    expect(await use.sumChanges()).toBeGreaterThan(0);
    expect(await use.find('ann', 'responses')).toEqual(await counted());
    await gateway.database.query(
      `UPDATE stored_responses SET content = content || '\\x00' WHERE owner = 'ann'`,
    );
    expect(await use.find('ann', 'responses')).toEqual(await counted());
    await gateway.database.query(`DELETE FROM stored_responses WHERE owner = 'ann'`);
    expect(await use.find('ann', 'responses')).toEqual({ items: 0, bytes: 0 });
    await use.sumChanges();
    expect(await countRows(`storage_use WHERE owner = 'ann' AND kind = 'responses'`)).toBe(0);
  });
});

describe('the quota of responses with idempotency keys', () => {
  it('deletes the oldest responses, and lets none of their requests run again', async () => {
    for (let number = 0; number < 8; number += 1) expect((await ask(`key ${number}`)).status).toBe(200);
    await eventually(
      async () =>
        (await countRows(`idempotency_keys WHERE owner = 'ann' AND state = 'answered'`)) <= 4 || undefined,
      15_000,
    );
    const newest = await ask('key 7');
    expect([newest.status, newest.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    const oldest = await ask('key 0');
    expect([oldest.status, oldest.body.error?.['code'], oldest.headers.get('x-should-retry')]).toEqual([
      409,
      'idempotency_answer_not_kept',
      'false',
    ]);
    expect(await countRows(`idempotency_keys WHERE owner = 'ann'`)).toBe(8);
  });
});

describe('the quota of generated files', () => {
  it('rejects requests for more files with an error, before any upstream is called', async () => {
    const early = await makeVideo(ANN, 'early');
    expect(early.status).toBe(200);
    expect([(await makeImage()).status, (await makeImage()).status]).toEqual([200, 200]);
    const [image, video] = [await makeImage(), await makeVideo()];
    for (const refused of [image, video]) {
      expect(refused.status).toBe(429);
      expect(refused.headers.get('x-should-retry')).toBe('false');
      expect(refused.body.error).toMatchObject({
        type: 'insufficient_quota',
        code: 'storage_quota_reached',
        message:
          'The storage quota of this owner is exhausted: 2 of 2 generated files (quotas.mediaFiles). ' +
          'Delete some of them or wait until they expire.',
      });
    }
    expect((await gateway.getLog(image.headers.get('x-request-id') ?? ''))['attempts']).toEqual([]);
    expect((await makeImage(ANN, 'b64_json')).status).toBe(200);
    expect((await makeImage(BOB)).status).toBe(200);
    const again = await makeVideo(ANN, 'early');
    expect([again.status, again.body['id']]).toEqual([200, early.body['id']]);
  });

  it('has room again when files are deleted', async () => {
    await gateway.database.query(
      `UPDATE media_files SET created_at = now() - interval '31 days' WHERE owner = 'ann'`,
    );
    await gateway.get(MediaStore).deleteExpired(new Date());
    expect(await use.find('ann', 'media')).toEqual({ items: 0, bytes: 0 });
    // The usage of an owner is read only at intervals.
    passedMs += 5_000;
    expect((await makeImage()).status).toBe(200);
  });
});
