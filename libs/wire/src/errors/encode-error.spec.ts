import { describe, expect, it } from '@jest/globals';
import { type ErrorDetails, type ErrorKind, GatewayError } from '#canonical';
import { ERROR_STATUSES } from './conditions.js';
import { getDialect } from './dialect.js';
import { encodeError } from './encode-error.js';

const notAllowed = new GatewayError('model-not-allowed', 'This token may not use it.', { param: 'model' });

describe('encodeError', () => {
  it('has all four keys for OpenAI clients', () => {
    expect(encodeError(notAllowed, 'openai', 'req_1')).toEqual({
      status: 403,
      headers: {},
      body: {
        error: {
          message: 'This token may not use it.',
          type: 'permission_error',
          param: 'model',
          code: 'model_not_allowed',
        },
      },
    });
  });

  it('has the message at the top level and the error object for rerank clients', () => {
    const { status, body } = encodeError(notAllowed, 'cohere', 'req_1');
    expect(status).toBe(403);
    expect(body).toEqual({
      message: 'This token may not use it.',
      ...encodeError(notAllowed, 'openai', 'req_1').body,
    });
  });

  it('starts the message with the parameter for Anthropic clients', () => {
    const error = new GatewayError('invalid-type', 'must be a string.', {
      param: 'messages[2].content[0].text',
    });
    expect(encodeError(error, 'anthropic', 'req_1').body).toEqual({
      type: 'error',
      error: { type: 'invalid_request_error', message: 'messages.2.content.0.text: must be a string.' },
      request_id: 'req_1',
    });
  });

  it('has a numeric code, a status and the field for Google clients', () => {
    expect(encodeError(notAllowed, 'google', 'req_1').body).toMatchObject({
      error: {
        code: 403,
        status: 'PERMISSION_DENIED',
        details: [{ fieldViolations: [{ field: 'model' }] }],
      },
    });
  });

  it.each([
    ['openai', 'openai', 429, { error: { type: 'tokens', code: 'slow', message: 'Slower.' } }],
    ['openai', 'anthropic', 429, { error: { type: 'rate_limit_error', message: 'Slower.' } }],
    ['openai', 'google', 429, { error: { status: 'RESOURCE_EXHAUSTED' } }],
    ['anthropic', 'anthropic', 429, { error: { type: 'tokens', details: { error_code: 'x' } } }],
    ['anthropic', 'openai', 429, { error: { type: 'rate_limit_error', code: 'rate_limit_exceeded' } }],
  ] as const)("tells %s's limit to a client of %s as its own", (from, to, status, body) => {
    const error = new GatewayError('upstream-overloaded', 'Slower.', {
      upstreamStatus: 429,
      retryAfterSeconds: 90,
      said: {
        dialect: from,
        type: 'tokens',
        code: 'slow',
        details: { error_code: 'x' },
        headers: { 'retry-after-ms': '90000' },
      },
    });
    const encoded = encodeError(error, to, 'r');
    expect(encoded).toMatchObject({ status, headers: { 'retry-after': '90' }, body });
    expect('retry-after-ms' in encoded.headers).toBe(from === to);
  });

  it.each([
    ['openai', 529],
    ['anthropic', 529],
    ['google', 503],
  ] as const)("tells a client of %s of Anthropic's overload with %i", (dialect, status) => {
    const error = new GatewayError('upstream-overloaded', 'Busy.', { upstreamStatus: 529 });
    expect(encodeError(error, dialect, 'r').status).toBe(status);
  });

  it.each([
    ['openai', 'Too much.', { error: { message: 'Too much.', code: 'context_length_exceeded' } }],
    ['anthropic', 'Too much.', { error: { message: 'prompt is too long: Too much.' } }],
    [
      'anthropic',
      'The prompt is too long.',
      { error: { message: 'prompt is too long: The prompt is too long.' } },
    ],
    ['anthropic', 'prompt is too long: 9 > 8', { error: { message: 'prompt is too long: 9 > 8' } }],
    [
      'google',
      'Too much.',
      { error: { message: 'The input token count exceeds the maximum number of tokens allowed: Too much.' } },
    ],
  ] as const)('tells a client of %s that a conversation is too long: %s', (dialect, message, body) => {
    const error = new GatewayError('upstream-rejected', message, { code: 'context_length_exceeded' });
    expect(encodeError(error, dialect, 'r')).toMatchObject({ status: 400, body });
  });

  it('reports overload as 529 to Anthropic clients and as 503 to others', () => {
    const error = new GatewayError('upstream-overloaded', 'Busy.', { retryAfterSeconds: 7200 });
    expect(encodeError(error, 'anthropic', 'r').status).toBe(529);
    expect(encodeError(error, 'openai', 'r')).toMatchObject({
      status: 503,
      headers: { 'retry-after': '60' },
    });
  });
});

describe('a gateway error with a status that clients retry', () => {
  const KINDS = Object.keys(ERROR_STATUSES) as ErrorKind[];
  const DIALECTS = ['openai', 'anthropic', 'google', 'cohere'] as const;
  const DETAILS: ErrorDetails[] = [{}, { retryAfterSeconds: 7_200 }, { status: 429 }, { status: 503 }];

  it.each(KINDS)('sends the time of the next retry of %s, or prevents retries', (kind) => {
    for (const dialect of DIALECTS) {
      for (const details of DETAILS) {
        const { status, headers } = encodeError(new GatewayError(kind, 'x', details), dialect, 'r');
        if (![429, 503, 529].includes(status)) continue;
        const isPointless = headers['x-should-retry'] === 'false';
        expect([kind, dialect, details, headers['retry-after'] ?? '']).toEqual([
          kind,
          dialect,
          details,
          isPointless ? '' : expect.stringMatching(/^[1-9]\d*$/),
        ]);
      }
    }
  });
});

describe('getDialect', () => {
  const plain = { hasAnthropicVersion: false, hasGoogleCredential: false };
  it.each([
    ['/v1/chat/completions', plain, 'openai'],
    ['/v1beta/models/x:generateContent', plain, 'google'],
    ['/v1/models/x:generateContent', plain, 'google'],
    ['/v1/messages', plain, 'anthropic'],
    ['/v1/messages/count_tokens', plain, 'anthropic'],
    ['/v1/models', { ...plain, hasAnthropicVersion: true }, 'anthropic'],
    ['/v1/models', { ...plain, hasGoogleCredential: true }, 'google'],
    ['/v1/unknown', { ...plain, hasAnthropicVersion: true }, 'anthropic'],
    ['/v1/chat/completions', { hasAnthropicVersion: true, hasGoogleCredential: true }, 'openai'],
    ['/v1/rerank', plain, 'cohere'],
    ['/v2/rerank', { ...plain, hasAnthropicVersion: true }, 'cohere'],
    ['/v3/rerank', plain, 'openai'],
    ['/nowhere', plain, 'openai'],
  ] as const)('%s %j is %s', (path, hints, dialect) => {
    expect(getDialect({ path, ...hints })).toBe(dialect);
  });
});
