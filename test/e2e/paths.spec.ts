import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../harness/index.js';
import { type RawAnswer, sendRaw } from '../raw-http/index.js';

const BODY = '{"model":"sandbox-chat","messages":[{"role":"user","content":"hi"}]}';

const PAGE = { origin: 'https://app.example.com' };

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway({ sandbox: true });
});

afterAll(async () => {
  await gateway.stop();
});

describe('the path of a request', () => {
  const withToken = { authorization: `Bearer ${TEST_TOKEN}` };

  it.each([
    '/v1/chat/completions',
    '/v1/v1/chat/completions',
    '/v1beta/v1/chat/completions',
    '//v1/chat/completions',
    '/v1//chat///completions',
    '/v1/chat/completions/',
    '/v1/chat/completions?beta=true&api-version=1',
    '/v1/%63hat/completions',
    '/%76%31/chat/completions',
  ])('%s is the chat endpoint, for clients with a token only', async (target) => {
    expect((await ask('POST', target)).status).toBe(401);
    expect((await ask('POST', target, withToken)).status).toBe(200);
  });

  it.each([
    '/v1',
    '/v1/nothing',
    '/V1/chat/completions',
    '/v1/Chat/Completions',
    '/v1/v1/v1/chat/completions',
    '/v1/chat/completions;x=1',
    '/v1/./chat/completions',
    '/v1/x/../chat/completions',
    '/v1/%2e%2e/v1/chat/completions',
    '/v1%2fchat%2fcompletions',
    '/v1/chat/completions%00',
    '/v1/chat/completions%20',
    '/v1/chat/completions%2f',
    '/v1/chat%252fcompletions',
    String.raw`/v1\chat\completions`,
    'http://x/v1/chat/completions',
  ])('%s is not found, with or without a token', async (target) => {
    for (const headers of [{}, withToken]) {
      const answer = await ask('POST', target, headers);
      expect(answer.status).toBe(404);
      expect(getError(answer)).toMatchObject({
        type: 'invalid_request_error',
        code: 'unknown_url',
        param: null,
      });
      expect(answer.headers['x-request-id']).toMatch(/^req_/);
    }
  });

  it.each(['/v1/%zz', '/v1/chat/completions%', '/%ff'])(
    '%s cannot be decoded, and the error says so',
    async (target) => {
      const answer = await ask('POST', target, withToken);
      expect(answer.status).toBe(400);
      expect(getError(answer)).toMatchObject({ code: 'invalid_request', param: null });
      expect(answer.headers['x-request-id']).toMatch(/^req_/);
    },
  );

  it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'])(
    '%s is not the method for a chat',
    async (method) => {
      const answer = await ask(method, '/v1/chat/completions', withToken);
      expect(answer.status).toBe(405);
      expect(answer.headers['allow']).toBe('POST');
      expect(getError(answer)).toMatchObject({ code: 'method_not_allowed', param: null });
      expect(answer.body).not.toContain(TEST_TOKEN);
    },
  );

  it('HEAD gets the same status without a body', async () => {
    const options = { method: 'HEAD' };
    const chat = await fetch(`${gateway.baseUrl}/chat/completions`, options);
    expect([chat.status, chat.headers.get('allow'), await chat.text()]).toEqual([405, 'POST', '']);
    const health = await fetch(`${gateway.origin}/healthz`, options);
    expect([health.status, await health.text()]).toEqual([200, '']);
  });

  it('a wrong method on another path returns the allowed ones', async () => {
    const answer = await ask('POST', '/healthz');
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET, HEAD']);
    expect((await ask('OPTIONS', '/healthz')).status).toBe(405);
  });

  it.each([
    ['/v1/messages', {}, 'anthropic'],
    ['/v1/v1/messages', {}, 'anthropic'],
    ['/v1/nothing', { 'anthropic-version': '2023-06-01' }, 'anthropic'],
    ['/v1/nothing', { 'vendor-version': '2023-06-01' }, 'anthropic'],
    ['/v1beta/models/m:generateContent', {}, 'google'],
    ['/v1/v1beta/models', {}, 'google'],
    ['/v1/models', { 'x-goog-api-key': 'x' }, 'google'],
    ['/v1/models?key=x', {}, 'google'],
    ['/nothing', {}, 'openai'],
    ['/v1/%zz', { 'anthropic-version': '2023-06-01' }, 'anthropic'],
    ['/v1beta/%zz', {}, 'google'],
  ] as const)('an error at %s %j has the format of %s', async (target, headers, dialect) => {
    const answer = await ask('POST', target, headers);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(getBodyDialect(answer)).toBe(dialect);
  });

  it('a long path is neither returned nor logged completely', async () => {
    const answer = await ask('GET', `/${'x'.repeat(10_000)}`);
    expect(answer.status).toBe(404);
    expect(answer.body.length).toBeLessThan(500);
    const { path } = await gateway.getLog(answer.headers['x-request-id'] ?? '');
    expect(path).toBe(`/${'x'.repeat(499)}`);
  });
});

function getError(answer: RawAnswer): unknown {
  return (JSON.parse(answer.body) as { error: unknown }).error;
}

function getBodyDialect(answer: RawAnswer): string {
  const body = JSON.parse(answer.body) as {
    type?: string;
    request_id?: string;
    error: Record<string, unknown>;
  };
  if (body.type === 'error' && body.request_id === answer.headers['request-id']) return 'anthropic';
  if (typeof body.error['status'] === 'string' && body.error['code'] === answer.status) return 'google';
  return Object.keys(body.error).toSorted().join() === 'code,message,param,type' ? 'openai' : 'none';
}

describe('a web page of another origin', () => {
  it.each(['/v1/chat/completions', '/v1/v1/messages', '/v1beta/models', '/v1alpha/models', '/v2/rerank'])(
    'may send a preflight without a token for what it may send to %s',
    async (path) => {
      const response = await fetch(gateway.origin + path, {
        method: 'OPTIONS',
        headers: {
          ...PAGE,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type,x-stainless-lang',
        },
      });
      expect([response.status, await response.text()]).toEqual([204, '']);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'authorization,content-type,x-stainless-lang',
        'access-control-allow-methods': expect.stringContaining('POST'),
        'access-control-max-age': '86400',
        'x-request-id': expect.stringMatching(/^req_/),
      });
      expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    },
  );

  it.each([false, true])('may read a response and its headers (streamed: %s)', async (stream) => {
    const response = await fetch(`${gateway.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { ...PAGE, authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'sandbox-chat', messages: [{ role: 'user', content: 'hi' }], stream }),
    });
    await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-expose-headers')).toMatch(
      /x-request-id.*x-modelgate-channel/,
    );
  });

  it('may read an error, also for a missing token', async () => {
    for (const path of ['/v1/chat/completions', '/v1/nothing']) {
      const response = await fetch(gateway.origin + path, { method: 'POST', headers: PAGE });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
    }
  });

  it.each(['/healthz', '/api/tokens', '/v10/x', '/console'])('gets no CORS headers from %s', async (path) => {
    const response = await fetch(gateway.origin + path, { headers: PAGE });
    await response.text();
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });
});

async function ask(method: string, target: string, headers: Record<string, string> = {}): Promise<RawAnswer> {
  const body = method === 'POST' ? BODY : '';
  const lines = Object.entries({
    host: 'x',
    connection: 'close',
    'content-length': body.length,
    ...headers,
  });
  const head = `${method} ${target} HTTP/1.1\r\n${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`;
  const { answers } = await sendRaw(gateway.origin, head + body);
  const [answer] = answers;
  if (answer === undefined) throw new Error(`no answer to ${method} ${target}`);
  return answer;
}
