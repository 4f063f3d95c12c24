import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import OpenAI, { APIError, BadRequestError, InternalServerError, RateLimitError } from 'openai';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../harness/index.js';

/** A key that no redaction pattern recognises. */
const KEY = 'hunter2+hunter2';
const CHAT = { model: 'm', messages: [{ role: 'user' as const, content: 'hi' }] };

/** Longer than the gateway itself waits before one more attempt. */
const LONG_WAIT = { 'retry-after': '30' };

describe('an error of the upstream', () => {
  let upstream: FakeUpstream;
  let gateway: TestGateway;
  let client: OpenAI;

  beforeAll(async () => {
    upstream = await startFakeUpstream({ apiKeys: [KEY] });
    gateway = await startTestGateway({
      channels: [
        { name: 'main', provider: 'openai-compatible', baseUrl: upstream.url, apiKey: KEY, models: ['m'] },
      ],
    });
    client = new OpenAI({ baseURL: gateway.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 });
  });

  afterAll(async () => {
    await gateway.stop();
    await upstream.close();
  });

  const fail = async (
    status: number,
    error: object,
    headers: Record<string, string> = {},
  ): Promise<APIError> => {
    upstream.script({ kind: 'error', status, body: { error }, headers });
    return client.chat.completions.create(CHAT).then(
      () => {
        throw new Error('the request was expected to fail');
      },
      (thrown: unknown) => thrown as APIError,
    );
  };

  it.each([
    [400, BadRequestError, 400, 'x', 'invalid_request', null],
    [401, InternalServerError, 502, 'server_error', 'upstream_auth_error', null],
    [402, InternalServerError, 503, 'service_unavailable_error', 'upstream_quota_exhausted', null],
    [403, InternalServerError, 502, 'server_error', 'upstream_auth_error', null],
    [404, InternalServerError, 502, 'server_error', 'upstream_model_unavailable', 'model'],
    [408, InternalServerError, 504, 'x', 'upstream_timeout', null],
    [413, APIError, 413, 'x', 'request_too_large', null],
    [422, BadRequestError, 400, 'x', 'invalid_request', null],
    [429, RateLimitError, 429, 'x', 'rate_limit_exceeded', null],
    [500, InternalServerError, 502, 'x', 'upstream_error', null],
    [502, InternalServerError, 502, 'x', 'upstream_error', null],
    [503, InternalServerError, 502, 'x', 'upstream_error', null],
    [504, InternalServerError, 504, 'x', 'upstream_timeout', null],
    [529, InternalServerError, 529, 'x', 'server_is_overloaded', null],
    [302, InternalServerError, 502, 'server_error', 'upstream_bad_response', null],
  ])('%i', async (upstreamStatus, errorClass, status, type, code, param) => {
    const { host } = new URL(upstream.url);
    const message = `No: ${KEY} at http://${host}/v1, ${host}`;
    const error = await fail(upstreamStatus, { message, type: 'x', code: null }, LONG_WAIT);
    expect(error).toBeInstanceOf(errorClass);
    expect(error).toMatchObject({ status, type, code, param });
    expect(error.message).not.toContain(KEY);
    expect(error.message).not.toContain(host);
    const line = await gateway.getLog(error.requestID ?? '');
    expect(line['attempts']).toMatchObject([{ upstreamStatus }]);
    expect(JSON.stringify(gateway.logs)).not.toContain(KEY);
    expect(JSON.stringify(gateway.logs)).not.toContain(host);
  });

  it('has its own message for an invalid request', async () => {
    const message = `The key ${KEY} (sk-proj-abc****wxyz) may use at most 4096 tokens, see https://docs.example.com/limits.`;
    const error = await fail(400, {
      message,
      type: 'invalid_request_error',
      param: 'max_tokens',
      code: 'context_length_exceeded',
    });
    expect(error).toMatchObject({ status: 400, param: 'max_tokens', code: 'context_length_exceeded' });
    expect(error.error).toMatchObject({
      message: 'The key [hidden] ([key]) may use at most 4096 tokens, see [address]',
    });
  });

  it.each([
    ['messages[0].content[1].image_url.url', 'messages[0].content[1].image_url.url'],
    [`headers.${KEY}`, null],
    ['a sentence, not a path', null],
    [42, null],
  ])('names the parameter only if it is one: %s', async (given, shown) => {
    const error = await fail(400, { message: 'No.', param: given });
    expect(error.param).toBe(shown);
  });

  it('keeps the status of an error whose body is longer than the gateway reads', async () => {
    expect(await fail(400, { message: 'No. '.repeat(100_000) })).toMatchObject({
      status: 400,
      code: 'invalid_request',
    });
  });

  it("keeps the upstream's code if it is an identifier", async () => {
    expect((await fail(400, { message: 'No.', code: 'not_on_sundays' })).code).toBe('not_on_sundays');
    expect((await fail(400, { message: 'No.', code: `of ${KEY}` })).code).toBe('invalid_request');
    expect((await fail(400, { message: 'No.', code: 17 })).code).toBe('invalid_request');
  });

  it.each([
    ['insufficient_quota', 'upstream_quota_exhausted'],
    ['credit_balance_exhausted', 'upstream_quota_exhausted'],
  ])('is recognised as an empty account by its text: %s', async (code, shown) => {
    expect((await fail(429, { message: 'No.', type: 'insufficient_quota', code })).code).toBe(shown);
  });

  it('is not retried for an empty account', async () => {
    const error = await fail(429, { message: 'No.', code: 'insufficient_quota' }, { 'retry-after': '1' });
    expect((await gateway.getLog(error.requestID ?? ''))['attempts']).toHaveLength(1);
  });

  it('is recognised as overload by its text', async () => {
    const error = await fail(503, { message: 'Busy.', code: 'server_is_overloaded' });
    expect(error).toMatchObject({ status: 503, code: 'server_is_overloaded' });
  });

  it.each([
    ['7', '7'],
    ['3600', '3600'],
    ['1e9', null],
    ['-5', null],
    ['0', null],
    ['soon', null],
    ['Thu, 01 Jan 1970 00:00:00 GMT', null],
    ['Fri, 01 Jan 2100 00:00:00 GMT', '86400'],
  ])('has a retry-after that a client can use: %s becomes %s', async (given, shown) => {
    const error = await fail(429, { message: 'Slow down.' }, { 'retry-after': given });
    expect(error.headers?.get('retry-after') ?? null).toBe(shown);
  });

  it('keeps the headers of the limit that was reached', async () => {
    const headers = {
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': '2m',
      'x-internal': KEY,
    };
    const error = await fail(
      429,
      { message: 'Slow down.', type: 'requests', code: null },
      { ...LONG_WAIT, ...headers },
    );
    expect(error.headers?.get('x-ratelimit-remaining-requests')).toBe('0');
    expect(error.headers?.get('x-ratelimit-reset-requests')).toBe('2m');
    expect(error.headers?.get('x-internal')).toBeNull();
  });

  it("has a retry-after of one second if the upstream sends less and the gateway's own retry has failed", async () => {
    const headers = { 'retry-after': '0.2' };
    upstream.script({ kind: 'error', status: 429, headers });
    const error = await fail(429, { message: 'Slow down.' }, headers);
    expect(error.headers?.get('retry-after')).toBe('1');
  });
});
