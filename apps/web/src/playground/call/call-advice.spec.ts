import { describe, expect, it } from '@jest/globals';
import { adviceFor } from './call-advice.js';
import { CallError } from './call-error.js';

function advice(status: number, code?: string, retryAfterSeconds?: number): string {
  return adviceFor(new CallError('x', { status, body: { error: { code } }, retryAfterSeconds }));
}

describe('adviceFor', () => {
  it('uses the error code if it is known', () => {
    expect(advice(401, 'invalid_api_key')).toContain('revoked');
    expect(advice(404, 'model_not_found')).toContain('Choose a model');
    expect(advice(429, 'insufficient_quota', 60)).toContain('budget');
    expect(advice(429, 'enforced_spend_limit_reached')).toContain('budget');
    expect(advice(429, 'storage_quota_reached')).toContain('storage quota');
    expect(advice(429, 'concurrency_limit_exceeded')).toContain('running at once');
  });

  it('uses the status otherwise', () => {
    expect(advice(401)).toContain('valid');
    expect(advice(0)).toContain('running');
    expect(advice(422)).toBe(advice(400));
    expect(advice(599)).toBe(advice(500));
  });

  it('says how long to wait', () => {
    expect(advice(429, 'rate_limit_exceeded', 7)).toContain('in 7 s');
  });
});
