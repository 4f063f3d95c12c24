import { describe, expect, it } from '@jest/globals';
import { toChanges } from './to-changes.js';

describe('toChanges', () => {
  it('returns the values before and after', () => {
    expect(toChanges({ role: { from: 'member', to: 'admin' } })).toEqual([
      { field: 'role', isSecret: false, before: 'member', after: 'admin' },
    ]);
  });

  it('returns undefined for missing values', () => {
    const [added, removed] = toChanges({ rpm: { from: null, to: 60 }, owner: { from: 'ann', to: null } });
    expect(added).toEqual({ field: 'rpm', isSecret: false, before: undefined, after: '60' });
    expect(removed).toEqual({ field: 'owner', isSecret: false, before: 'ann', after: undefined });
  });

  it('shows no values of secrets', () => {
    expect(toChanges({ password: 'changed' })).toEqual([{ field: 'password', isSecret: true }]);
  });

  it('formats names and values as readable text', () => {
    const [flag, list, object] = toChanges({
      mustChangePassword: { from: true, to: false },
      allowed_ips: { from: [], to: ['10.0.0.1', '10.0.0.2'] },
      'budgets.global': { from: null, to: { usd: 5 } },
    });
    expect(flag).toMatchObject({ field: 'must change password', before: 'yes', after: 'no' });
    expect(list).toMatchObject({ field: 'allowed ips', before: 'none', after: '10.0.0.1, 10.0.0.2' });
    expect(object).toMatchObject({ field: 'budgets.global', after: '{\n  "usd": 5\n}' });
  });
});
