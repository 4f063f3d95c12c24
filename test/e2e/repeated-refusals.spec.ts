import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { TokenDirectory } from '#access';
import { Exposition } from '../exposition/index.js';
import { type LogLine, type TestGateway, startTestGateway } from '../harness/index.js';

const MODEL = 'sandbox-chat';
const CHAT = { model: MODEL, messages: [{ role: 'user', content: 'hello' }] };

const FORMATS: [name: string, path: string, header: string, body: object][] = [
  ['chat completions', '/v1/chat/completions', 'authorization', CHAT],
  ['responses', '/v1/responses', 'authorization', { model: MODEL, input: 'hello' }],
  ['messages', '/v1/messages', 'x-api-key', { ...CHAT, max_tokens: 5 }],
  [
    'generateContent',
    `/v1beta/models/${MODEL}:generateContent`,
    'x-goog-api-key',
    { contents: [{ role: 'user', parts: [{ text: 'hello' }] }] },
  ],
  ['embeddings', '/v1/embeddings', 'authorization', { model: 'sandbox-embedding', input: 'hello' }],
];

const keyFor = (name: string): string => `sk-mg-${name.replaceAll(' ', '-').toLowerCase()}-0123456789abcdef`;

let gateway: TestGateway;

async function ask(
  key: string,
  {
    path = '/v1/chat/completions',
    header = 'authorization',
    body = CHAT,
  }: { path?: string; header?: string; body?: object } = {},
) {
  const credential = header === 'authorization' ? `Bearer ${key}` : key;
  const response = await fetch(gateway.origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [header]: credential, connection: 'close' },
    body: JSON.stringify(body),
  });
  const headers = Object.fromEntries(response.headers);
  return { status: response.status, headers, text: await response.text() };
}

type Answer = Awaited<ReturnType<typeof ask>>;

const withoutNumbers = (words: string): string => words.replaceAll(/\d+/g, 'N');

/** Replaces values that may differ between rejections by their names. */
function anonymous({ status, headers, text }: Answer): object {
  const id = headers['x-request-id'] ?? '';
  const told = Object.entries(headers).map(([name, value]) => {
    if (name === 'date') return [name, ''];
    if (name === 'content-length') return [name, String(text.length)];
    if (name.endsWith('request-id')) return [name, value === id];
    return [name, withoutNumbers(value)];
  });
  return { status, headers: Object.fromEntries(told), text: withoutNumbers(text.replaceAll(id, 'the id')) };
}

beforeAll(async () => {
  gateway = await startTestGateway({
    sandbox: true,
    tokens: [
      ...FORMATS.map(([name]) => ({ name, key: keyFor(name), rpm: 1 })),
      { name: 'counted', key: keyFor('counted'), rpm: 1 },
      { name: 'changed', key: keyFor('changed'), rpm: 1 },
      { name: 'small', key: keyFor('small'), tpm: 400 },
      { name: 'elsewhere', key: keyFor('elsewhere'), rpm: 1, allowedIps: ['127.0.0.0/8'] },
    ],
  });
});

afterAll(async () => {
  await gateway.stop();
});

/** Counts the lookups of the token behind a credential. */
async function countLookups(work: () => Promise<unknown>): Promise<number> {
  const find = jest.spyOn(gateway.get(TokenDirectory), 'find');
  await work();
  const { length } = find.mock.calls;
  find.mockRestore();
  return length;
}

async function getLine({ headers }: Answer): Promise<LogLine> {
  const { time, durationMs, requestId, ...line } = await gateway.getLog(headers['x-request-id'] ?? '');
  expect([time, durationMs, requestId]).toEqual([expect.anything(), expect.any(Number), expect.any(String)]);
  return line;
}

/** The rejections so far, as requests and by their limit, and the active requests. */
async function readMetrics(): Promise<number[]> {
  const metrics = new Exposition(await (await fetch(`${gateway.origin}/metrics`)).text());
  const labels = { operation: 'unknown', format: 'unknown', outcome: 'rate-limited', model: 'unknown' };
  return [
    metrics.value('modelgate_requests_total', labels),
    metrics.value('modelgate_limits_refused_total', { limit: 'rpm' }),
    metrics.value('modelgate_in_flight_requests'),
  ].map((value) => value ?? 0);
}

describe('a token that continues to send rejected requests', () => {
  it.each(FORMATS)(
    'gets the response of the first rejection, in the format of %s',
    async (name, path, header, body) => {
      const asking = { path, header, body };
      expect((await ask(keyFor(name), asking)).status).toBe(200);
      const first = await ask(keyFor(name), asking);
      expect(first.status).toBe(429);
      const line = await getLine(first);
      const lookups = await countLookups(async () => {
        for (let turn = 0; turn < 3; turn += 1) {
          const again = await ask(keyFor(name), asking);
          expect(anonymous(again)).toEqual(anonymous(first));
          expect(again.headers['content-length']).toBe(String(Buffer.byteLength(again.text)));
          expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
          expect(await getLine(again)).toEqual(line);
        }
      });
      expect(lookups).toBe(0);
    },
  );

  it('is counted and logged each time', async () => {
    const key = keyFor('counted');
    await ask(key);
    const [requests = 0, refusals = 0] = await readMetrics();
    for (let turn = 0; turn < 5; turn += 1) await ask(key);
    expect(await readMetrics()).toEqual([requests + 5, refusals + 5, 0]);
  });

  it('is checked again as soon as its token changes', async () => {
    const key = keyFor('changed');
    await ask(key);
    for (let turn = 0; turn < 2; turn += 1) expect((await ask(key)).status).toBe(429);
    const [token] = await gateway.database.query("select id from tokens where name = 'changed'");
    await gateway.database.query("update tokens set rpm = 2 where name = 'changed'");
    await gateway.get(TokenDirectory).refresh((token as { id: string }).id);
    expect((await ask(key)).status).toBe(200);
    expect((await ask(key)).status).toBe(429);
    await gateway.database.query("update tokens set enabled = false where name = 'changed'");
    await gateway.get(TokenDirectory).refresh((token as { id: string }).id);
    expect((await ask(key)).status).toBe(401);
  });

  it('is rejected for a large request, and served for a small one', async () => {
    const key = keyFor('small');
    const large = { ...CHAT, messages: [{ role: 'user', content: 'word '.repeat(240) }] };
    await ask(key, { body: large });
    for (let turn = 0; turn < 2; turn += 1) expect((await ask(key, { body: large })).status).toBe(429);
    expect((await ask(key)).status).toBe(200);
  });

  it('is checked each time if its address matters', async () => {
    const key = keyFor('elsewhere');
    await ask(key);
    await ask(key);
    expect(await countLookups(() => ask(key))).toBe(1);
  });

  it('is checked again for another address, method or credential', async () => {
    const key = keyFor('chat completions');
    expect((await ask(key)).status).toBe(429);
    expect((await ask(`${key}x`)).status).toBe(401);
    expect((await ask(key, { path: '/v1/chat/completion' })).status).toBe(404);
    const listed = await fetch(`${gateway.origin}/v1/models`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(listed.status).toBe(200);
  });
});
