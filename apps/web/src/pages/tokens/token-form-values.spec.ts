import { describe, expect, it } from '@jest/globals';
import { BLANK_TOKEN, getChanges, toCopy, toNewToken, toValues } from './token-form-values.js';
import { type Token } from './token-queries.js';

const TOKEN: Token = {
  id: '6d1f6a58-8f0c-4a0d-9b53-1d9c4a5e8f10',
  name: 'ci',
  key_hint: '…x7Qa',
  old_key: null,
  status: 'active',
  origin: 'console',
  read_only: false,
  override: null,
  owner: 'team-a',
  models: ['gpt-*'],
  rpm: 600,
  tpm: null,
  concurrency: null,
  requests_per_day: null,
  budget: { usd: 20, period: 'monthly' },
  owner_limits: null,
  expires_at: '2031-01-01T00:00:42.000Z',
  allowed_ips: null,
  webhook: { url: 'https://example.com/hook', has_secret: true },
  cache_ttl_seconds: null,
  store_content: null,
  spent_usd: 1,
  last_used_at: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
};

describe('the form of a token', () => {
  it('says nothing of what was left blank', () => {
    expect(toNewToken({ ...BLANK_TOKEN, name: ' ci ' })).toEqual({ name: 'ci' });
  });

  it('says what was filled in', () => {
    const values = { ...BLANK_TOKEN, name: 'ci', rpm: 60, budgetUsd: '2.5', webhookUrl: 'https://a.example' };
    expect(toNewToken(values)).toEqual({
      name: 'ci',
      rpm: 60,
      budget: { usd: 2.5, period: 'monthly' },
      webhook: { url: 'https://a.example' },
    });
  });

  it('changes nothing where nothing was changed', () => {
    expect(getChanges(toValues(TOKEN), toValues(TOKEN))).toEqual({});
  });

  it('takes away what was emptied, and leaves the rest', () => {
    const before = toValues(TOKEN);
    const after = { ...before, models: [], rpm: '', budgetUsd: '', webhookUrl: '' };
    expect(getChanges(before, after)).toEqual({ models: null, rpm: null, budget: null, webhook: null });
  });

  it('begins as another token is, under a name of its own', () => {
    const { name, ...settings } = toCopy(TOKEN, Date.parse('2026-01-01'));
    expect({ ...settings, name: 'ci' }).toEqual(toValues(TOKEN));
    expect(name).toBe('ci copy');
    expect(toCopy({ ...TOKEN, name: 'x'.repeat(128) }).name).toHaveLength(128);
    expect(toCopy(TOKEN, Date.parse('2032-01-01')).expiresAt).toBe('');
    expect(toCopy({ ...TOKEN, store_content: { ttl_days: 3 } }).isRecorded).toBe(false);
  });

  it('sends another secret with the address that it is for', () => {
    const before = toValues(TOKEN);
    expect(getChanges(before, { ...before, webhookSecret: 'whsec_new' })).toEqual({
      webhook: { url: 'https://example.com/hook', secret: 'whsec_new' },
    });
  });
});
