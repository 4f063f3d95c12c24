import { describe, expect, it } from '@jest/globals';
import { adviceFor } from './call-advice.js';
import { CallError } from './call-error.js';

function getAdvice(status: number, code?: string, retryAfterSeconds?: number): string {
  return adviceFor(new CallError('x', { status, body: { error: { code } }, retryAfterSeconds }));
}

describe('adviceFor', () => {
  it('uses the error code if it is known', () => {
    expect(getAdvice(401, 'invalid_api_key')).toContain('revoked');
    expect(getAdvice(404, 'model_not_found')).toContain('Choose a model');
    expect(getAdvice(429, 'insufficient_quota', 60)).toContain('budget');
    expect(getAdvice(429, 'enforced_spend_limit_reached')).toContain('budget');
    expect(getAdvice(429, 'storage_quota_reached')).toContain('storage quota');
    expect(getAdvice(429, 'concurrency_limit_exceeded')).toContain('running at once');
  });

  it('uses the status otherwise', () => {
    expect(getAdvice(401)).toContain('valid');
    expect(getAdvice(0)).toContain('running');
    expect(getAdvice(422)).toBe(getAdvice(400));
    expect(getAdvice(599)).toBe(getAdvice(500));
  });

  it('says how long to wait', () => {
    expect(getAdvice(429, 'rate_limit_exceeded', 7)).toContain('in 7 s');
  });
});
