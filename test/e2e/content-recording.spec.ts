import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Maintenance } from '#jobs';
import { ContentRecorder, RecordedContentLimits } from '#relay';
import { createDataSource } from '#database';
import { ask } from '../admin/ask.js';
import { People, type Person } from '../admin/people.js';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../harness/index.js';

const RECORDED = 'sk-mg-recorded-0123456789abcdef';
const SECRET = 'the heron steals nine marbles';
const IMAGE = `data:image/png;base64,${Buffer.alloc(900, 'Aa0+').toString('base64')}`;

let gateway: TestGateway;
let people: People;
let admin: Person;
let recorder: ContentRecorder;

beforeAll(async () => {
  gateway = await startTestGateway({
    sandbox: true,
    policies: { redact: ['email'] },
    tokens: [{ name: 'recorded', key: RECORDED, owner: 'team', storeContent: { ttlDays: 7 } }],
  });
  people = await People.of(gateway);
  admin = await people.signedIn('admin');
  recorder = gateway.get(ContentRecorder);
});

afterAll(async () => {
  await people.leave();
  await gateway.stop();
});

interface Sent {
  id: string;
  text: string;
}

/** Sends a request, and waits until its content is recorded. */
async function say(path: string, body: object, key = RECORDED): Promise<Sent> {
  const response = await fetch(`${gateway.origin}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  expect([response.status, text]).toEqual([200, text]);
  // The remaining work for a request runs after its last byte is sent.
  await gateway.getLog(response.headers.get('x-request-id') ?? '');
  await recorder.flush();
  return { id: response.headers.get('x-request-id') ?? '', text };
}

const chat = (content: unknown, members: object = {}) => ({
  model: 'sandbox-chat',
  messages: [{ role: 'user', content }],
  ...members,
});

const read = (id: string, who = admin, verb: 'GET' | 'DELETE' = 'GET') =>
  ask(gateway.origin, `${verb} /api/requests/${id}/content`, { headers: who.headers });

const countRows = async (): Promise<number> =>
  Number(
    (await gateway.database.query('SELECT count(*)::int AS count FROM recorded_contents'))[0]?.['count'],
  );

async function countOutcomes(outcome: string): Promise<number> {
  const text = await (await fetch(`${gateway.origin}/metrics`)).text();
  return Number(
    new RegExp(`^modelgate_recorded_contents_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(text)?.[1],
  );
}

describe('the content of requests', () => {
  it('is not recorded unless the token has this setting', async () => {
    await say('/v1/chat/completions', chat(SECRET), TEST_TOKEN);
    expect(await countRows()).toBe(0);
  });

  it.each([
    ['not streamed', '/v1/chat/completions', chat(SECRET)],
    ['as a stream', '/v1/chat/completions', chat(SECRET, { stream: true })],
    ['of messages', '/v1/messages', chat(SECRET, { stream: true, max_tokens: 100 })],
    ['of responses', '/v1/responses', { model: 'sandbox-chat', input: SECRET, stream: true }],
    [
      'of Gemini',
      '/v1beta/models/sandbox-chat:streamGenerateContent',
      { contents: [{ role: 'user', parts: [{ text: SECRET }] }] },
    ],
  ])('is recorded for a token with this setting: a conversation %s', async (_how, path, body) => {
    const { id } = await say(path, body);
    const { status, body: content } = await read(id);
    expect(status).toBe(200);
    expect(content).toMatchObject({
      request_id: id,
      token_name: 'recorded',
      model: 'sandbox-chat',
      messages: [{ role: 'user', text: SECRET }],
      answer_text: expect.stringContaining(SECRET),
      answer: { complete: true, cut_off: false },
    });
    expect(JSON.parse((content['request'] as { body: string }).body)).toEqual(body);
    const { recorded_at: from, expires_at: to } = content as { recorded_at: string; expires_at: string };
    expect(Date.parse(to) - Date.parse(from)).toBe(7 * 24 * 60 * 60 * 1000);
  });

  it('is encrypted: neither tables nor the log contain it', async () => {
    const rows = await gateway.database.query(
      `SELECT FROM recorded_contents AS t WHERE position($1 in t::text) > 0 OR position($2 in t::text) > 0`,
      [SECRET, Buffer.from(SECRET).toString('hex')],
    );
    expect([rows.length, await countRows()]).toEqual([0, 5]);
    expect(JSON.stringify(gateway.logs)).not.toContain(SECRET);
  });

  it('is redacted first, without media and keys', async () => {
    const { id } = await say(
      '/v1/chat/completions',
      chat([
        { type: 'text', text: `write to ann@example.com with ${RECORDED}` },
        { type: 'image_url', image_url: { url: IMAGE } },
      ]),
    );
    const { body } = await read(id);
    expect(body['messages']).toEqual([{ role: 'user', text: 'write to [email] with [key]' }]);
    expect((body['request'] as { body: string }).body).toContain('"url":"[image/png, 900 bytes]"');
    expect(JSON.stringify(body)).not.toContain('ann@example.com');
  });

  it('is recorded for other requests in JSON, except for audio and embeddings', async () => {
    const spoken = await say('/v1/audio/speech', { model: 'sandbox-speech', input: SECRET, voice: 'alloy' });
    expect((await read(spoken.id)).body).toMatchObject({
      messages: [{ text: SECRET }],
      answer: { body: expect.stringMatching(/^\[audio\/.+ bytes\]$/), complete: true },
    });
    const embedded = await say('/v1/embeddings', { model: 'sandbox-embedding', input: SECRET });
    expect((await read(embedded.id)).body).toMatchObject({
      answer: { body: expect.stringMatching(/^\[application\/json, .+ bytes\]$/) },
    });
  });

  it('is visible to admins, and every access is in the audit log', async () => {
    const { id } = await say('/v1/chat/completions', chat(SECRET));
    expect((await read(id, await people.signedIn('member'))).status).toBe(404);
    expect((await read(id)).status).toBe(200);
    expect((await read(id, admin, 'DELETE')).status).toBe(204);
    expect((await read(id)).status).toBe(404);
    const { body } = await ask(gateway.origin, `GET /api/audit?subject_id=${id}`, { headers: admin.headers });
    expect(body['data']).toMatchObject([
      { action: 'content.delete', actor: { name: admin.email }, subject: { id, name: 'recorded' } },
      { action: 'content.read', actor: { name: admin.email }, subject: { id, name: 'recorded' } },
    ]);
  });

  it('is dropped and counted if there is no space, and the request succeeds', async () => {
    const [before, dropped] = [await countRows(), await countOutcomes('dropped')];
    const { maxBytes } = recorder.memory;
    recorder.memory.maxBytes = recorder.memory.usedBytes;
    await say('/v1/chat/completions', chat(SECRET));
    recorder.memory.maxBytes = maxBytes;
    expect([await countRows(), await countOutcomes('dropped')]).toEqual([before, dropped + 1]);
    expect([recorder.memory.usedBytes, await countOutcomes('failed')]).toEqual([0, 0]);
  });

  it('is deleted when its retention is over, or its owner exceeds the quota', async () => {
    const { id } = await say('/v1/chat/completions', chat(SECRET));
    await gateway.database.query(
      `UPDATE recorded_contents SET expires_at = now() - interval '1 second' WHERE request_id = $1`,
      [id],
    );
    expect((await read(id)).status).toBe(404);
    const deleted = await gateway.get(Maintenance).deleteExpiredRows(new Date());
    expect(deleted).toMatchObject({ recorded_contents: 1 });
    const dataSource = createDataSource({ url: gateway.database.url, entities: [], poolSize: 1 });
    await dataSource.initialize();
    const [{ size, count } = {}] = await gateway.database.query(
      'SELECT max(size_bytes) AS size, count(*)::int AS count FROM recorded_contents',
    );
    const displaced = await new RecordedContentLimits(dataSource, Number(size)).displaceOldest();
    await dataSource.destroy();
    expect(displaced).toBeGreaterThan(0);
    expect(await countRows()).toBe(Number(count) - displaced);
  });
});
