import { describe, expect, it } from '@jest/globals';
import { toChanges } from './to-changes.js';

describe('toChanges', () => {
  it('tells what a field was and is', () => {
    expect(toChanges({ role: { from: 'member', to: 'admin' } })).toEqual([
      { field: 'role', isSecret: false, before: 'member', after: 'admin' },
    ]);
  });

  it('leaves out what was not there before, or is no more', () => {
    const [made, gone] = toChanges({ rpm: { from: null, to: 60 }, owner: { from: 'ann', to: null } });
    expect(made).toEqual({ field: 'rpm', isSecret: false, before: undefined, after: '60' });
    expect(gone).toEqual({ field: 'owner', isSecret: false, before: 'ann', after: undefined });
  });

  it('keeps secrets', () => {
    expect(toChanges({ password: 'changed' })).toEqual([{ field: 'password', isSecret: true }]);
  });

  it('writes names and values for people', () => {
    const [flag, list, thing] = toChanges({
      mustChangePassword: { from: true, to: false },
      allowed_ips: { from: [], to: ['10.0.0.1', '10.0.0.2'] },
      'budgets.global': { from: null, to: { usd: 5 } },
    });
    expect(flag).toMatchObject({ field: 'must change password', before: 'yes', after: 'no' });
    expect(list).toMatchObject({ field: 'allowed ips', before: 'none', after: '10.0.0.1, 10.0.0.2' });
    expect(thing).toMatchObject({ field: 'budgets.global', after: '{\n  "usd": 5\n}' });
  });
});
