import { type ErrorKind, GatewayError } from '#canonical';
import { describe, expect, it } from '@jest/globals';
import { closeCodeFor, closeCodeFromUpstream } from './close-code.js';
import { encodeRealtimeError } from './realtime-error.js';
import { readResponseUsage } from './realtime-usage.js';

describe('the usage of a response', () => {
  const usage = {
    total_tokens: 253,
    input_tokens: 132,
    output_tokens: 121,
    input_token_details: {
      text_tokens: 99,
      audio_tokens: 13,
      image_tokens: 20,
      cached_tokens: 64,
      cached_tokens_details: { text_tokens: 64, audio_tokens: 0, image_tokens: 0 },
    },
    output_token_details: { text_tokens: 30, audio_tokens: 91 },
  };
  const canonical = {
    inputTokens: 132,
    outputTokens: 121,
    cachedInputTokens: 64,
    imageInputTokens: 20,
    audioInputTokens: 13,
    audioOutputTokens: 91,
  };

  it('is read from response.done', () => {
    expect(readResponseUsage({ type: 'response.done', response: { usage } })).toEqual({
      ...canonical,
      raw: usage,
    });
  });

  it('is read without details', () => {
    const raw = { input_tokens: 3, output_tokens: 0 };
    expect(readResponseUsage({ response: { usage: raw } })).toEqual({ inputTokens: 3, outputTokens: 0, raw });
  });

  it.each([
    {},
    { response: null },
    { response: { usage: null } },
    { response: { usage: { input_tokens: -1 } } },
    { response: { usage: { input_tokens: 1, output_tokens: 0.5 } } },
  ])('is undefined for %j', (event) => {
    expect(readResponseUsage(event)).toBeUndefined();
  });
});

describe('an error during a session', () => {
  it('is an event', () => {
    const error = new GatewayError('budget-exhausted', 'The budget is used up.', { code: 'spent' });
    expect(encodeRealtimeError(error, 'mine')).toEqual({
      type: 'error',
      event_id: expect.stringMatching(/^event_\w{21}$/),
      error: {
        type: 'insufficient_quota',
        code: 'spent',
        message: 'The budget is used up.',
        param: null,
        event_id: 'mine',
      },
    });
  });

  it.each<[ErrorKind, number]>([
    ['disabled-token', 1008],
    ['expired-token', 1008],
    ['budget-exhausted', 1008],
    ['rate-limited', 1008],
    ['content-policy', 1008],
    ['upstream-rejected', 1008],
    ['body-too-large', 1009],
    ['request-timeout', 1001],
    ['shutting-down', 1012],
    ['overloaded', 1013],
    ['upstream-overloaded', 1013],
    ['no-channel', 1013],
    ['upstream-error', 1011],
    ['upstream-unreachable', 1011],
    ['upstream-auth', 1011],
    ['internal-error', 1011],
    ['client-gone', 1000],
  ])('%s that ends it has the close code %i', (kind, code) => {
    expect(closeCodeFor(new GatewayError(kind, 'm'))).toBe(code);
  });

  it.each([
    [1000, 1000],
    [1001, 1001],
    [1002, 1011],
    [1003, 1003],
    [1005, 1011],
    [1006, 1011],
    [1007, 1007],
    [1008, 1008],
    [1009, 1009],
    [1010, 1011],
    [1011, 1011],
    [1012, 1012],
    [1013, 1013],
    [1014, 1011],
    [1015, 1011],
    [3000, 1011],
    [4001, 1011],
    [0, 1011],
  ])('of an upstream that closes with %i closes with %i', (upstream, client) => {
    expect(closeCodeFromUpstream(upstream)).toBe(client);
  });
});
