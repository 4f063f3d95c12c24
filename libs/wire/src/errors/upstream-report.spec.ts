import { describe, expect, it } from '@jest/globals';
import { GatewayError, type UpstreamReport } from '#canonical';
import { decodeUpstreamError } from './decode-upstream-error.js';
import { readRequestId, toKeptReport } from './upstream-report.js';

const SECRET = 'hunter2+hunter2';

function report(status: number, body: unknown, headers: Record<string, string> = {}) {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return decodeUpstreamError({ status, body: bytes, headers, secrets: [SECRET] }).report;
}

describe('an upstream report', () => {
  it.each<[string, unknown, UpstreamReport]>([
    [
      'OpenAI',
      { error: { message: 'No.', type: 'invalid_request_error', code: 'bad_value' } },
      { message: 'No.', type: 'invalid_request_error', code: 'bad_value' },
    ],
    [
      'Anthropic',
      { type: 'error', error: { type: 'overloaded_error', message: 'Busy.' }, request_id: 'req_9' },
      { message: 'Busy.', type: 'overloaded_error', requestId: 'req_9' },
    ],
    [
      'Google',
      { error: { code: 400, message: 'No.', status: 'INVALID_ARGUMENT', details: [{ reason: 'KEY' }] } },
      { message: 'No.', type: 'INVALID_ARGUMENT', code: 'KEY' },
    ],
    [
      'AWS',
      { __type: 'com.x#ThrottlingException', message: 'Slow.' },
      { message: 'Slow.', type: 'ThrottlingException' },
    ],
    ['a proxy', '<html><HEAD><Title>502 Bad Gateway</title></head></html>', { message: '502 Bad Gateway' }],
    ['a page without a title', '<html><body><h1>Down</h1></body></html>', { message: 'Down' }],
    ['plain text', 'upstream connect error', { message: 'upstream connect error' }],
    ['nothing', '', {}],
  ])('is read from %s', (_name, body, expected) => {
    expect(report(400, body)).toEqual(expected);
  });

  it('is set even if the client sees none of it', () => {
    const error = { message: `Key ${SECRET} of org-1 is wrong.`, code: 'invalid_api_key' };
    expect(report(401, { error })).toEqual({
      message: 'Key [hidden] of org-1 is wrong.',
      code: 'invalid_api_key',
    });
  });

  it.each([
    ['sk-proj-abcdefgh12345678', '[key]'],
    ['gsk_abcdefgh12345678', '[key]'],
    ['AKIAABCDEFGHIJKLMNOP', '[key]'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', '[key]'],
    ['https://inside.example/v1', '[address]'],
    ['10.0.0.7:8080', '[address]'],
  ])('hides %s', (text, stand) => {
    expect(report(500, { error: { message: `Failed with ${text} today` } })?.message).toBe(
      `Failed with ${stand} today`,
    );
  });

  it('is limited, and contains only valid identifiers', () => {
    const error = { message: 'x'.repeat(100_000), type: 'y'.repeat(1_000), code: 'two words' };
    const found = report(500, { error }, { 'x-request-id': 'z'.repeat(1_000) });
    expect(found?.message?.length).toBeLessThan(1_100);
    expect(Object.keys(found ?? {})).toEqual(['message']);
  });

  it.each([
    [{ 'x-request-id': 'a' }, 'a'],
    [{ 'request-id': 'b' }, 'b'],
    [{ 'x-amzn-requestid': 'c', 'cf-ray': 'd' }, 'c'],
    [{ 'x-request-id': 'no id' }, undefined],
    [{}, undefined],
  ])('has the request id of %j', (headers, id) => {
    expect(readRequestId(headers)).toBe(id);
  });
});

const store = (error: GatewayError) => toKeptReport(error, { secrets: [SECRET], requestId: 'head' });

describe('the stored report of a failed call', () => {
  it('has the reason why the connection failed', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:443'), { code: 'ECONNREFUSED' });
    const all = new AggregateError([refused, new Error('other')], '');
    for (const cause of [refused, all, new Error('fetch failed', { cause: refused })]) {
      expect(store(new GatewayError('upstream-unreachable', 'x', { cause }))).toEqual({
        message: 'connect ECONNREFUSED [address]',
        code: 'ECONNREFUSED',
        requestId: 'head',
      });
    }
  });

  it('ends even if the causes are circular', () => {
    const cause = new Error('round');
    cause.cause = cause;
    expect(store(new GatewayError('upstream-unreachable', 'x', { cause }))?.message).toBe('round');
  });

  it('is undefined for errors of the client', () => {
    expect(store(new GatewayError('client-gone', 'The client closed the connection.'))).toBeUndefined();
  });

  it('reports what could not be parsed', () => {
    expect(store(new GatewayError('upstream-bad-response', 'The event is not JSON.'))?.message).toBe(
      'The event is not JSON.',
    );
  });
});
