import { describe, expect, it } from '@jest/globals';
import { newPasswordProblem } from './new-password-problem.js';

describe('newPasswordProblem', () => {
  it('finds none in a password that is long enough', () => {
    expect(newPasswordProblem('a few words in a row', 'before')).toBeNull();
  });

  it('counts characters as people do', () => {
    expect(newPasswordProblem('🔑'.repeat(11), '')).toContain('at least 12');
    expect(newPasswordProblem('🔑'.repeat(12), '')).toBeNull();
    expect(newPasswordProblem('x'.repeat(257), '')).toContain('at most 256');
  });

  it('refuses the current password', () => {
    expect(newPasswordProblem('the same words', 'the same words')).toContain('differs');
  });
});
