import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { asGatewayError } from './classify-failure.js';

const failure = (code: string): Error => Object.assign(new Error(code), { code });
const { signal: quiet } = new AbortController();

describe('asGatewayError', () => {
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
    expect(asGatewayError(cause, quiet)).toMatchObject({ kind, cause, retryable: true });
  });

  it('says nothing of the cause to the client', () => {
    const { message } = asGatewayError(new Error('connect ECONNREFUSED 10.1.2.3:8000'), quiet);
    expect(message).toBe('The connection to the model service failed.');
  });

  it('leaves alone what is understood already', () => {
    const error = new GatewayError('upstream-error', 'No.');
    expect(asGatewayError(error, quiet)).toBe(error);
  });

  it('is the reason of the abort where there was one', () => {
    const reason = new GatewayError('client-gone', 'Gone.');
    expect(asGatewayError(failure('ABORT_ERR'), AbortSignal.abort(reason))).toBe(reason);
  });

  it.each([undefined, null, 'text', 5])('takes anything that can be thrown: %s', (thrown) => {
    expect(asGatewayError(thrown, quiet)).toMatchObject({ kind: 'upstream-unreachable' });
  });
});
