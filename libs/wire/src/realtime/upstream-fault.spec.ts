import { type ErrorKind, type JsonObject } from '#canonical';
import { describe, expect, it } from '@jest/globals';
import {
  decodeRealtimeError,
  isNotForRealtime,
  scrubCloseReason,
  scrubErrorEvent,
} from './upstream-fault.js';

describe('an upstream error', () => {
  it.each<[unknown, ErrorKind]>([
    [{ type: 'invalid_request_error', code: 'invalid_value', message: 'No.' }, 'upstream-rejected'],
    [{ type: 'invalid_request_error', code: 'invalid_api_key' }, 'upstream-auth'],
    [{ type: 'insufficient_quota' }, 'upstream-quota'],
    [{ type: 'rate_limit_error', code: 'rate_limit_exceeded' }, 'upstream-overloaded'],
    [{ type: 'server_error', message: 'x' }, 'upstream-error'],
    [{}, 'upstream-error'],
    [undefined, 'upstream-error'],
  ])('%j is of the kind %s', (error, kind) => {
    const decoded = decodeRealtimeError(error, []);
    expect(decoded.kind).toBe(kind);
    expect(decoded.upstreamStatus).toBeUndefined();
  });

  it('names the invalid parameter, without secrets', () => {
    const error = { type: 'invalid_request_error', message: 'sk-ours is odd', param: 'session.voice' };
    expect(decodeRealtimeError(error, ['sk-ours'])).toMatchObject({
      message: '[hidden] is odd',
      param: 'session.voice',
    });
  });

  it.each([
    { code: 'model_not_found', message: 'x' },
    { error: { code: 'OpperationNotSupported' } },
    { param: 'model' },
    { message: 'Model "gpt-4o" is not supported in realtime mode.' },
    { message: 'The model `m` does not exist or you do not have access to it.' },
    { message: 'This deployment does not support realtime.' },
  ])('%j concerns the model', (error) => {
    expect(isNotForRealtime(error)).toBe(true);
  });

  it.each([
    undefined,
    {},
    { detail: 'Not Found' },
    { message: 'Your model quota is used up.', code: 'insufficient_quota' },
  ])('%j does not', (error) => {
    expect(isNotForRealtime(error)).toBe(false);
  });

  it('is the same object if it contains no secrets', () => {
    const harmless: JsonObject[] = [
      { type: 'error', error: { message: 'No.' } },
      { type: 'error' },
      { error: { message: 7 } },
    ];
    for (const event of harmless) expect(scrubErrorEvent(event, ['secret'])).toBe(event);
    expect(scrubErrorEvent({ type: 'error', error: { message: 'secret', code: 'c' } }, ['secret'])).toEqual({
      type: 'error',
      error: { message: '[hidden]', code: 'c' },
    });
    expect(scrubCloseReason('at 10.0.0.1, secret', ['secret'])).toBe('at [address], [hidden]');
  });
});
