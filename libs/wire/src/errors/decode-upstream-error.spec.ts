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

describe('an error response', () => {
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
    [413, openAi({ code: 'context_length_exceeded' }), 'upstream-rejected'],
    [422, { detail: 'Input is too long for requested model.' }, 'upstream-rejected'],
    [413, openAi({ message: 'Request too large for model: limit 6000 a minute' }), 'upstream-too-large'],
    [503, google('UNAVAILABLE'), 'upstream-overloaded'],
    [503, { id: 'e1', message: 'service unavailable' }, 'upstream-overloaded'],
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

  it.each<[status: number, name: string, message: string, kind: string]>([
    [429, 'ThrottlingException', 'Too many tokens, please wait before trying again.', 'upstream-overloaded'],
    [429, 'ModelNotReadyException', 'Model is not ready for inference.', 'upstream-overloaded'],
    [503, 'ServiceUnavailableException', 'Bedrock is unable to process your request.', 'upstream-overloaded'],
    [400, 'ServiceQuotaExceededException', 'Your request exceeds the quota.', 'upstream-quota'],
    [403, 'AccessDeniedException', 'User is not authorized to perform: InvokeModel', 'upstream-auth'],
    [
      403,
      'AccessDeniedException',
      "You don't have access to the model with the specified model ID.",
      'upstream-model-unavailable',
    ],
    [403, 'UnrecognizedClientException', 'The security token is invalid.', 'upstream-auth'],
    [403, 'InvalidSignatureException', 'Signature expired', 'upstream-auth'],
    [400, 'ExpiredTokenException', 'The security token is expired', 'upstream-auth'],
    [404, 'ResourceNotFoundException', 'Could not resolve the model.', 'upstream-model-unavailable'],
    [400, 'ValidationException', 'The provided model identifier is invalid.', 'upstream-model-unavailable'],
    [
      400,
      'ValidationException',
      "Invocation of model ID x with on-demand throughput isn't supported.",
      'upstream-model-unavailable',
    ],
    [400, 'ValidationException', 'messages: roles must alternate', 'upstream-rejected'],
    [408, 'ModelTimeoutException', 'Took too long.', 'upstream-timeout'],
    [424, 'ModelErrorException', 'The model failed.', 'upstream-error'],
    [500, 'InternalServerException', 'Oh.', 'upstream-error'],
  ])('%i %s of AWS, "%s", is %s', (status, name, message, kind) => {
    const body = Buffer.from(JSON.stringify({ message }));
    const headers = { 'x-amzn-errortype': `${name}:http://internal.amazon.com/coral/com.amazon.bedrock/` };
    expect(decodeUpstreamError({ status, headers, body, secrets: [] }).kind).toBe(kind);
    const inBody = { __type: `com.amazon.coral.service#${name}`, Message: message };
    expect(decode(status, inBody).kind).toBe(kind);
  });

  it('detects that a prompt is too long for a model of AWS', () => {
    const body = { __type: 'ValidationException', message: 'Input is too long for requested model.' };
    expect(decode(400, body)).toMatchObject({ kind: 'upstream-rejected', code: 'context_length_exceeded' });
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
      openAi({ message: 'Your input exceeds the context window of this model.' }),
      undefined,
      'context_length_exceeded',
    ],
    [
      google('INVALID_ARGUMENT', [{ fieldViolations: [{ field: 'contents[0].parts', description: 'x' }] }]),
      'contents[0].parts',
      undefined,
    ],
  ])('%j names the parameter %s and the code %s', (body, param, code) => {
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
  ])('is decoded from servers without an error object: %j', (body, message, param) => {
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
  ])('has the retry delay of %s %j', (retryAfter, body, seconds) => {
    expect(decode(429, body, retryAfter).retryAfterSeconds).toBe(seconds);
  });

  it('accepts a date in retry-after', () => {
    const inOneMinute = new Date(Date.now() + 60_000).toUTCString();
    const seconds = decode(503, '', inOneMinute).retryAfterSeconds ?? 0;
    expect(Math.abs(seconds - 60)).toBeLessThan(5);
  });

  it.each([
    [404, 'thread_not_found'],
    [409, 'thread_already_continued'],
  ])('keeps the status and the details of a lost thread: %i %s', (status, code) => {
    const error = { type: 'x', message: 'No.', details: { error_code: code } };
    expect(decode(status, { type: 'error', error })).toMatchObject({
      kind: 'upstream-rejected',
      message: 'No.',
      status,
      said: { details: { error_code: code } },
    });
  });

  it('contains no secrets of the gateway', () => {
    expect(decode(400, openAi({ message: `Key ${SECRET} at 10.0.0.7` })).message).toBe(
      'Key [hidden] at [address]',
    );
  });
});

describe('the error fields of an upstream', () => {
  const headers = {
    'x-ratelimit-limit-requests': '5',
    'retry-after-ms': '120',
    server: 'x',
    'set-cookie': ['a'],
  };
  const read = (status: number, body: object): GatewayError =>
    decodeUpstreamError({ status, headers, body: Buffer.from(JSON.stringify(body)), secrets: [SECRET] });

  it('are kept for clients of the same dialect, with headers that they act upon', () => {
    expect(
      read(429, openAi({ type: 'tokens', code: 'rate_limit_exceeded', message: 'Slower.' })),
    ).toMatchObject({
      message: 'Slower.',
      said: {
        dialect: 'openai',
        type: 'tokens',
        code: 'rate_limit_exceeded',
        headers: { 'x-ratelimit-limit-requests': '5', 'retry-after-ms': '120' },
      },
    });
  });

  it('contain no details of the operator', () => {
    const details = [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'QUOTA',
        metadata: { consumer: 'projects/1' },
      },
      { '@type': 'https://internal/x', note: `at 10.0.0.1 with ${SECRET}` },
    ];
    expect(read(429, google('RESOURCE_EXHAUSTED', details)).said?.details).toEqual([
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'QUOTA' },
      { '@type': undefined, note: 'at [address] with [hidden]' },
    ]);
  });

  it.each([
    [401, openAi({})],
    [402, anthropic('billing_error')],
    [404, openAi({})],
    [400, { error: 'No.' }],
    [400, openAi({ type: SECRET })],
  ])('are left out for %i %j', (status, body) => {
    expect(read(status, body).said?.type).toBeUndefined();
  });

  it('are limited in depth and length', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`) as object;
    const long = Array.from({ length: 5_000 }, () => ({ reason: 'x'.repeat(5_000) }));
    for (const details of [deep, long]) {
      const body = { type: 'error', error: { type: 'invalid_request_error', message: 'No.', details } };
      expect(JSON.stringify(read(400, body).said).length).toBeLessThan(300_000);
    }
  });
});

describe('an error inside a stream', () => {
  it.each([
    [{ message: 'Busy', type: 'overloaded_error' }, 'upstream-overloaded', 'Busy'],
    [anthropic('overloaded_error', 'Busy'), 'upstream-overloaded', 'Busy'],
    [{ code: 503, message: 'Busy', status: 'UNAVAILABLE' }, 'upstream-overloaded', 'Busy'],
    [{ message: 'Broken' }, 'upstream-error', 'Broken'],
    [{ message: 'Too much', code: 'context_length_exceeded' }, 'upstream-rejected', 'Too much'],
    [{ type: 'throttlingException', message: 'Too many tokens.' }, 'upstream-overloaded', 'Too many tokens.'],
    [{ type: 'modelStreamErrorException', message: 'Broken' }, 'upstream-error', 'Broken'],
    [{ type: 'modelTimeoutException', message: 'Late' }, 'upstream-timeout', 'Late'],
    [{ type: 'validationException', message: 'No' }, 'upstream-rejected', 'No'],
    ['Broken', 'upstream-error', 'Broken'],
    [{}, 'upstream-error', 'The provider returned an error without a message.'],
  ])('%j is %s', (error, kind, message) => {
    expect(decodeStreamedError(error, [])).toMatchObject({ kind, message });
    expect(describeUpstreamError(error, [])).toBe(message);
  });
});
