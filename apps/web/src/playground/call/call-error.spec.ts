import { describe, expect, it } from '@jest/globals';
import { CallError, toInterruptedError, getErrorMessage } from './call-error.js';

function getCode(error: object): string | undefined {
  return new CallError('x', { status: 400, body: { error } }).code;
}

describe('CallError', () => {
  it('finds the message in the error of every API format', () => {
    expect(getErrorMessage({ error: { message: 'No such model.', code: 'model_not_found' } })).toBe(
      'No such model.',
    );
    expect(getErrorMessage({ type: 'error', error: { type: 'api_error', message: 'Broken.' } })).toBe(
      'Broken.',
    );
    expect(getErrorMessage({ type: 'response.failed', response: { error: { message: 'Failed.' } } })).toBe(
      'Failed.',
    );
    expect(getErrorMessage({ message: 'Plain.' })).toBe('Plain.');
    expect(getErrorMessage('<html>')).toBeUndefined();
    expect(getErrorMessage(null)).toBeUndefined();
  });

  it('has the error code', () => {
    expect(getCode({ code: 'invalid_value', type: 'invalid_request_error' })).toBe('invalid_value');
    expect(getCode({ code: 400, status: 'INVALID_ARGUMENT' })).toBe('INVALID_ARGUMENT');
    expect(getCode({ type: 'overloaded_error' })).toBe('overloaded_error');
    expect(getCode({ code: null })).toBeUndefined();
  });

  it('describes a response that ended early', () => {
    const error = toInterruptedError({ error: { message: 'Cut.' } }, 'req_9');
    expect(error).toMatchObject({ message: 'Cut.', status: 200, requestId: 'req_9' });
    expect(toInterruptedError(undefined, undefined).message).toBe('The response ended early.');
  });
});
