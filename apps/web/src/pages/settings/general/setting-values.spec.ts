import { describe, expect, it } from '@jest/globals';
import { changedKeys, pick, getValue } from './setting-values.js';

const VALUES = {
  usage: { retention_days: 90 },
  responses: { store: true, retention_days: 30 },
  budgets: { global: { usd: 5, period: 'daily' } },
} as const;

describe('settings', () => {
  it('are read by key', () => {
    expect(getValue(VALUES, 'responses.store')).toBe(true);
    expect(getValue(VALUES, 'policies.max_choices')).toBeNull();
  });

  it('are picked in the format of the API', () => {
    expect(pick(VALUES, ['responses.store', 'policies.redact'])).toEqual({
      responses: { store: true },
      policies: { redact: null },
    });
  });

  it('count as changed if their value differs', () => {
    const after = {
      ...VALUES,
      usage: { retention_days: 30 },
      budgets: { global: { ...VALUES.budgets.global } },
    };
    expect(changedKeys(VALUES, after, ['usage.retention_days', 'budgets.global', 'responses.store'])).toEqual(
      ['usage.retention_days'],
    );
    expect(changedKeys(VALUES, {}, ['budgets.global', 'policies.redact'])).toEqual(['budgets.global']);
  });
});
