import { describe, expect, it } from '@jest/globals';
import { type GatewayError } from '#canonical';
import { decodeStreamedError, decodeUpstreamError, describeUpstreamError } from './decode-upstream-error.js';

const SECRET = 'hunter2+hunter2';

function decode(status: number, body: unknown, retryAfter?: string): GatewayError {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return decodeUpstreamError({ status, body: bytes, secrets: [SECRET], retryAfter });
}

const openAi = (error: object): object => ({
  error: { message: 'No.', type: 'x', param: null, code: null, ...error },
});
const anthropic = (type: string, message = 'No.'): object => ({ type: 'error', error: { type, message } });
const google = (status: string, details: object[] = []): object => ({
  error: { code: 400, message: 'No.', status, details },
});

describe('a failed answer', () => {
  it.each([
    [400, openAi({}), 'upstream-rejected'],
    [401, openAi({}), 'upstream-auth'],
    [402, openAi({}), 'upstream-quota'],
    [403, anthropic('permission_error'), 'upstream-auth'],
    [404, anthropic('not_found_error'), 'upstream-model-unavailable'],
    [408, '', 'upstream-timeout'],
    [413, anthropic('request_too_large'), 'upstream-too-large'],
    [422, openAi({}), 'upstream-rejected'],
    [429, openAi({ code: 'insufficient_quota' }), 'upstream-quota'],
    [429, openAi({ type: 'insufficient_quota' }), 'upstream-quota'],
    [429, anthropic('rate_limit_error'), 'upstream-overloaded'],
    [500, anthropic('api_error'), 'upstream-error'],
    [500, anthropic('overloaded_error'), 'upstream-overloaded'],
    [503, openAi({ code: 'server_is_overloaded' }), 'upstream-overloaded'],
    [503, google('UNAVAILABLE'), 'upstream-overloaded'],
    [503, '<html>', 'upstream-error'],
    [504, google('DEADLINE_EXCEEDED'), 'upstream-timeout'],
    [529, anthropic('overloaded_error'), 'upstream-overloaded'],
    [302, '', 'upstream-bad-response'],
    [400, anthropic('billing_error'), 'upstream-quota'],
    [400, anthropic('invalid_request_error', 'Your credit balance is too low to go on.'), 'upstream-quota'],
    [400, google('INVALID_ARGUMENT', [{ reason: 'API_KEY_INVALID' }]), 'upstream-auth'],
    [400, google('INVALID_ARGUMENT'), 'upstream-rejected'],
    [429, [google('RESOURCE_EXHAUSTED')], 'upstream-overloaded'],
  ])('%i %j is %s', (status, body, kind) => {
    expect(decode(status, body)).toMatchObject({ kind, upstreamStatus: status });
  });

  it.each([
    [openAi({ param: 'messages[0].content', code: 'invalid_type' }), 'messages[0].content', 'invalid_type'],
    [openAi({ param: 'see http://internal', code: 'secret_code' }), undefined, undefined],
    [openAi({ param: SECRET }), undefined, undefined],
    [
      anthropic('invalid_request_error', 'prompt is too long: 9 tokens'),
      undefined,
      'context_length_exceeded',
    ],
    [
      google('INVALID_ARGUMENT', [{ fieldViolations: [{ field: 'contents[0].parts', description: 'x' }] }]),
      'contents[0].parts',
      undefined,
    ],
  ])('%j is the fault of %s: %s', (body, param, code) => {
    expect(decode(400, body)).toMatchObject({ kind: 'upstream-rejected', param, code });
  });

  it.each([
    [{ detail: 'Not enough.' }, 'Not enough.', undefined],
    [
      { detail: [{ type: 'missing', loc: ['body', 'documents', 0, 'text'], msg: 'Field required' }] },
      'Field required',
      'documents[0].text',
    ],
    [{ detail: [{ loc: 'body', msg: 'No.' }] }, 'No.', undefined],
    [{ id: 'x', message: 'invalid request' }, 'invalid request', undefined],
  ])('is understood from servers that have an error object of no kind: %j', (body, message, param) => {
    expect(decode(422, body)).toMatchObject({ kind: 'upstream-rejected', message, param });
  });

  it.each([
    ['12', {}, 12],
    ['1.5', {}, 1.5],
    ['-3', {}, undefined],
    ['soon', {}, undefined],
    [undefined, {}, undefined],
    [undefined, google('RESOURCE_EXHAUSTED', [{ retryDelay: '3.5s' }]), 3.5],
    ['7', google('RESOURCE_EXHAUSTED', [{ retryDelay: '3s' }]), 7],
  ])('asks to wait: %s %j', (retryAfter, body, seconds) => {
    expect(decode(429, body, retryAfter).retryAfterSeconds).toBe(seconds);
  });

  it('understands a date to wait for', () => {
    const inOneMinute = new Date(Date.now() + 60_000).toUTCString();
    const seconds = decode(503, '', inOneMinute).retryAfterSeconds ?? 0;
    expect(Math.abs(seconds - 60)).toBeLessThan(5);
  });

  it('says nothing of ours', () => {
    expect(decode(400, openAi({ message: `Key ${SECRET} at 10.0.0.7` })).message).toBe(
      'Key [hidden] at [address]',
    );
  });
});

describe('an error inside a stream', () => {
  it.each([
    [{ message: 'Busy', type: 'overloaded_error' }, 'upstream-overloaded', 'Busy'],
    [anthropic('overloaded_error', 'Busy'), 'upstream-overloaded', 'Busy'],
    [{ code: 503, message: 'Busy', status: 'UNAVAILABLE' }, 'upstream-overloaded', 'Busy'],
    [{ message: 'Broken' }, 'upstream-error', 'Broken'],
    ['Broken', 'upstream-error', 'Broken'],
    [{}, 'upstream-error', 'The model service reported an error without a message.'],
  ])('%j is %s', (error, kind, message) => {
    expect(decodeStreamedError(error, [])).toMatchObject({ kind, message });
    expect(describeUpstreamError(error, [])).toBe(message);
  });
});
