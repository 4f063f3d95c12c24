import { describe, expect, it } from '@jest/globals';
import { scopeSummary } from './scopes.js';

describe('scopeSummary', () => {
  it('puts what may be done with a thing beside it', () => {
    expect(scopeSummary(['tokens:read', 'usage:read', 'tokens:write'])).toBe(
      'tokens read + write, usage read',
    );
  });

  it('says so where it is everything', () => {
    expect(scopeSummary(['*', 'tokens:read'])).toBe('All scopes');
  });
});
