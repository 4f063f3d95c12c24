import { describe, expect, it } from '@jest/globals';
import { newPasswordProblem } from './new-password-problem.js';

describe('newPasswordProblem', () => {
  it('accepts a password that is long enough', () => {
    expect(newPasswordProblem('a few words in a row', 'before')).toBeNull();
  });

  it('counts characters, not UTF-16 code units', () => {
    expect(newPasswordProblem('🔑'.repeat(11), '')).toContain('at least 12');
    expect(newPasswordProblem('🔑'.repeat(12), '')).toBeNull();
    expect(newPasswordProblem('x'.repeat(257), '')).toContain('at most 256');
  });

  it('rejects the current password', () => {
    expect(newPasswordProblem('the same words', 'the same words')).toContain('differs');
  });
});
