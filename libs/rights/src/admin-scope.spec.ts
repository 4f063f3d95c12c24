import { describe, expect, it } from '@jest/globals';
import { ADMIN_NOUNS, ADMIN_SCOPES, allows, isAdminScope } from './admin-scope.js';

describe('scopes of admin tokens', () => {
  it('are two for each noun, and one for everything', () => {
    expect(ADMIN_SCOPES).toHaveLength(2 * ADMIN_NOUNS.length + 1);
    expect(ADMIN_SCOPES.every(isAdminScope)).toBe(true);
    for (const text of [
      '',
      'tokens',
      'tokens:*',
      'tokens:delete',
      'nothing:read',
      'TOKENS:read',
      'toString',
    ]) {
      expect([text, isAdminScope(text)]).toEqual([text, false]);
    }
  });

  it('allow only the named actions', () => {
    expect(allows(['tokens:read', 'channels:write'], 'tokens:read')).toBe(true);
    expect(allows(['tokens:read', 'channels:write'], 'tokens:write')).toBe(false);
    expect(allows(['tokens:read', 'channels:write'], 'channels:read')).toBe(false);
    expect(allows([], 'health:read')).toBe(false);
  });

  it('allow everything only with the scope for everything', () => {
    expect(ADMIN_SCOPES.every((scope) => allows(['*'], scope))).toBe(true);
    const allButTheStar = ADMIN_SCOPES.filter((scope) => scope !== '*');
    expect(allows(allButTheStar, '*')).toBe(false);
  });
});
