import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { classifyFailure } from './classify-failure.js';

const failure = (code: string): Error => Object.assign(new Error(code), { code });
const { signal: quiet } = new AbortController();

describe('classifyFailure', () => {
  it.each([
    ['ECONNREFUSED', 'upstream-unreachable'],
    ['ENOTFOUND', 'upstream-unreachable'],
    ['ECONNRESET', 'upstream-unreachable'],
    ['UND_ERR_CONNECT_TIMEOUT', 'upstream-unreachable'],
    ['UND_ERR_SOCKET', 'upstream-unreachable'],
    ['CERT_HAS_EXPIRED', 'upstream-unreachable'],
    ['HPE_INVALID_CONSTANT', 'upstream-bad-response'],
    ['UND_ERR_HEADERS_OVERFLOW', 'upstream-bad-response'],
  ])('%s is %s', (code, kind) => {
    const cause = failure(code);
    expect(classifyFailure(cause, quiet)).toMatchObject({ kind, cause, retryable: true });
  });

  it('does not reveal the cause to the client', () => {
    const { message } = classifyFailure(new Error('connect ECONNREFUSED 10.1.2.3:8000'), quiet);
    expect(message).toBe('The connection to the provider failed.');
  });

  it('returns a GatewayError unchanged', () => {
    const error = new GatewayError('upstream-error', 'No.');
    expect(classifyFailure(error, quiet)).toBe(error);
  });

  it('returns the reason of an abort', () => {
    const reason = new GatewayError('client-gone', 'Gone.');
    expect(classifyFailure(failure('ABORT_ERR'), AbortSignal.abort(reason))).toBe(reason);
  });

  it.each([undefined, null, 'text', 5])('accepts any thrown value: %s', (thrown) => {
    expect(classifyFailure(thrown, quiet)).toMatchObject({ kind: 'upstream-unreachable' });
  });
});
