import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../harness/index.js';

const PAGE = { origin: 'https://app.example.com' };

describe('a web page of another origin', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startTestGateway({ sandbox: true });
  });

  afterAll(async () => {
    await gateway.stop();
  });

  it.each(['/v1/chat/completions', '/v1/v1/messages', '/v1beta/models', '/v1alpha/models', '/v2/rerank'])(
    'may ask without a token what it may send to %s',
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

  it.each([false, true])('may read an answer and its headers (streamed: %s)', async (stream) => {
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

  it('may read an error, also that of its missing token', async () => {
    for (const path of ['/v1/chat/completions', '/v1/nothing']) {
      const response = await fetch(gateway.origin + path, { method: 'POST', headers: PAGE });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
    }
  });

  it.each(['/healthz', '/api/tokens', '/v10/x', '/console'])('learns nothing from %s', async (path) => {
    const response = await fetch(gateway.origin + path, { headers: PAGE });
    await response.text();
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });
});
