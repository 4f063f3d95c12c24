import { describe, expect, it } from '@jest/globals';
import { scopeSummary } from './scopes.js';

describe('scopeSummary', () => {
  it('groups scopes by resource', () => {
    expect(scopeSummary(['tokens:read', 'usage:read', 'tokens:write'])).toBe(
      'tokens read + write, usage read',
    );
  });

  it('has a short text for all scopes', () => {
    expect(scopeSummary(['*', 'tokens:read'])).toBe('All scopes');
  });
});
