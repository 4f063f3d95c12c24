import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import OpenAI, { AuthenticationError } from 'openai';
import { TEST_TOKEN, type TestGateway, eventually, startTestGateway } from '../harness/index.js';
import { sendRaw } from '../raw-http/index.js';

const PREFIX = `sk-mg-${'p'.repeat(40)}`;
const KEYS = {
  expired: 'sk-mg-expired-0123456789',
  disabled: 'sk-mg-disabled-0123456789',
  away: 'sk-mg-away-0123456789',
  home: 'sk-mg-home-0123456789',
  some: 'sk-mg-some-models-0123456789',
  duplicateA: `${PREFIX}-a`,
  duplicateB: `${PREFIX}-b`,
};
const TOKENS = [
  { name: 'expired', key: KEYS.expired, expiresAt: '2020-01-01T00:00:00Z' },
  { name: 'disabled', key: KEYS.disabled },
  { name: 'away', key: KEYS.away, allowedIps: ['192.0.2.0/24', '2001:db8::/32'] },
  { name: 'home', key: KEYS.home, allowedIps: ['192.0.2.1', '127.0.0.0/8'] },
  { name: 'some models', key: KEYS.some, models: ['other', 'sandbox-*'] },
  { name: 'duplicate a', key: KEYS.duplicateA },
  { name: 'duplicate b', key: KEYS.duplicateB, models: ['other'] },
];
const CHANNEL = {
  name: 'x',
  provider: 'openai-compatible',
  baseUrl: 'http://127.0.0.1:9/v1',
  models: ['other', 'third'],
};

describe('a client of the model API', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startTestGateway({ sandbox: true, tokens: TOKENS, channels: [CHANNEL] });
    await gateway.database.query(`UPDATE tokens SET enabled = false WHERE name = 'disabled'`);
    await eventually(async () => (await ask({ headers: bearer(KEYS.disabled) })).status === 401);
  });

  afterAll(async () => {
    await gateway.stop();
  });

  interface Question {
    headers?: Record<string, string>;
    query?: string;
    model?: string;
  }

  const ask = async ({ headers = {}, query = '', model = 'sandbox-chat' }: Question) => {
    const response = await fetch(`${gateway.baseUrl}/chat/completions${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: 'hi' }] }),
    });
    const text = await response.text();
    const { error } = JSON.parse(text) as { error?: { code: string; param: string | null } };
    return {
      status: response.status,
      code: error?.code,
      param: error?.param,
      text,
      headers: response.headers,
    };
  };

  it.each([
    ['authorization', `Bearer ${TEST_TOKEN}`],
    ['authorization', `bearer ${TEST_TOKEN}`],
    ['authorization', `BEARER   ${TEST_TOKEN}  `],
    ['x-api-key', TEST_TOKEN],
    ['x-goog-api-key', TEST_TOKEN],
    ['api-key', TEST_TOKEN],
  ])('sends its token in %s: %s', async (name, value) => {
    expect((await ask({ headers: { [name]: value } })).status).toBe(200);
  });

  it('sends its token in the query', async () => {
    expect((await ask({ query: `?key=${TEST_TOKEN}` })).status).toBe(200);
  });

  it('is identified by the first of several tokens', async () => {
    const carriers = ['authorization', 'x-api-key', 'x-goog-api-key', 'api-key'];
    for (const [index, first] of carriers.entries()) {
      const good = { [first]: first === 'authorization' ? `Bearer ${TEST_TOKEN}` : TEST_TOKEN };
      const bad = Object.fromEntries(carriers.slice(index + 1).map((name) => [name, 'sk-mg-unknown']));
      expect((await ask({ headers: { ...good, ...bad }, query: '?key=sk-mg-unknown' })).status).toBe(200);
    }
    const { status } = await ask({ headers: bearer('sk-mg-unknown'), query: `?key=${TEST_TOKEN}` });
    expect(status).toBe(401);
  });

  it('is identified by a later header if the first contains no token', async () => {
    expect((await ask({ headers: { authorization: 'Bearer', 'x-api-key': TEST_TOKEN } })).status).toBe(200);
  });

  it.each([
    ['nothing', {}, 'missing_api_key'],
    ['an empty bearer', { authorization: 'Bearer' }, 'missing_api_key'],
    ['an empty key', { 'x-api-key': '' }, 'missing_api_key'],
    ['a password', { authorization: 'Basic c2VjcmV0OnNlY3JldA==' }, 'missing_api_key'],
    ['two words', { authorization: 'Bearer sk-mg-one sk-mg-two' }, 'missing_api_key'],
    ['an unknown token', { authorization: 'Bearer sk-mg-nobody-knows-me' }, 'invalid_api_key'],
    ['12 KB', { authorization: `Bearer ${'x'.repeat(12_000)}` }, 'invalid_api_key'],
    ['other letters', { 'x-api-key': 'sk-mg-\u00fcml\u00e4ut-\u00ff' }, 'invalid_api_key'],
    ['SQL', { 'x-api-key': `x' OR '1'='1` }, 'invalid_api_key'],
    ['more SQL', { 'api-key': `'; DROP TABLE tokens; --` }, 'invalid_api_key'],
    ['the name of a member of every object', { 'x-api-key': '__proto__' }, 'invalid_api_key'],
    ['the beginning of a token', { authorization: `Bearer ${TEST_TOKEN.slice(0, -1)}` }, 'invalid_api_key'],
    ['a token and more', { authorization: `Bearer ${TEST_TOKEN}x` }, 'invalid_api_key'],
    ['an expired token', bearer(KEYS.expired), 'expired_api_key'],
    ['a disabled token', bearer(KEYS.disabled), 'disabled_api_key'],
  ] as const)('is rejected with %s', async (_what, headers, code) => {
    const answer = await ask({ headers });
    expect([answer.status, answer.code, answer.param]).toEqual([401, code, null]);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    for (const value of Object.values(headers)) {
      const [secret = ''] = value.split(' ').slice(-1);
      if (secret.length > 8) expect(answer.text + JSON.stringify(gateway.logs)).not.toContain(secret);
    }
  });

  it('cannot send a token of 64 KB', async () => {
    const bytes = `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${'x'.repeat(65_536)}\r\n\r\n`;
    const { answers } = await sendRaw(gateway.origin, bytes);
    expect(answers.map(({ status }) => status)).toEqual([431]);
  });

  it('never finds its token in the log, wherever it was sent', async () => {
    const secret = 'sk-mg-never-to-be-logged-0123';
    const places = [
      { headers: bearer(secret) },
      { headers: { 'x-api-key': secret } },
      { query: `?key=${secret}` },
    ];
    for (const place of [...places, { query: `?a=b&key=${secret}` }]) {
      const answer = await ask(place);
      const line = await gateway.getLog(answer.headers.get('x-request-id') ?? '');
      expect(line['path']).toBe('/v1/chat/completions');
      expect(answer.text).not.toContain(secret);
    }
    const raw = `GET /v1/nothing#?key=${secret} HTTP/1.1\r\nHost: x\r\n\r\n`;
    const { answers } = await sendRaw(gateway.origin, raw, { answers: 1 });
    await gateway.getLog(answers[0]?.headers['x-request-id'] ?? '');
    expect(JSON.stringify([gateway.logs, answers])).not.toContain(secret);
  });

  it('has to use an address that its token allows', async () => {
    expect((await ask({ headers: bearer(KEYS.home) })).status).toBe(200);
    const away = await ask({ headers: bearer(KEYS.away) });
    expect([away.status, away.code]).toEqual([403, 'ip_not_allowed']);
  });

  it('has to use a model that its token allows', async () => {
    const headers = bearer(KEYS.some);
    expect((await ask({ headers })).status).toBe(200);
    expect(await ask({ headers, model: 'third' })).toMatchObject({
      status: 403,
      code: 'model_not_allowed',
      param: 'model',
    });
    expect(await ask({ headers, model: 'none' })).toMatchObject({
      status: 404,
      code: 'model_not_found',
      param: 'model',
    });
  });

  it('is not confused with a client whose token has the same long prefix', async () => {
    expect((await ask({ headers: bearer(KEYS.duplicateA) })).status).toBe(200);
    expect((await ask({ headers: bearer(KEYS.duplicateB) })).code).toBe('model_not_allowed');
    expect((await ask({ headers: bearer(PREFIX) })).code).toBe('invalid_api_key');
  });

  it('gets errors that the official client recognises', async () => {
    const client = new OpenAI({ baseURL: gateway.baseUrl, apiKey: 'sk-mg-unknown', maxRetries: 0 });
    const asking = client.chat.completions.create({
      model: 'x',
      messages: [{ role: 'user', content: 'hi' }],
    });
    await expect(asking).rejects.toBeInstanceOf(AuthenticationError);
  });
});

function bearer(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}` };
}
