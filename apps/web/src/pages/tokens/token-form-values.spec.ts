import { describe, expect, it } from '@jest/globals';
import { type FieldKind, type TokenField } from './token-fields.js';
import {
  blankToken,
  getChanges,
  toCopy,
  toNewToken,
  toValues,
  tokenFieldPaths,
} from './token-form-values.js';
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
  budgets: [],
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

const TEXTS = { label: '', description: null, when_empty: null, unit: null, min: null, max: null };

/** A setting of every kind. */
const FIELDS: TokenField[] = Object.entries({
  owner: 'owner',
  models: 'models',
  budget: 'budget',
  rpm: 'count',
  expires_at: 'moment',
  allowed_ips: 'networks',
  webhook: 'webhook',
  store_content: 'retention',
} satisfies Record<string, FieldKind>).map(([name, kind]) => ({ ...TEXTS, name, kind, admin_only: false }));

const BLANK = blankToken(FIELDS);
const VALUES = toValues(TOKEN, FIELDS);

describe('the form of a token', () => {
  it('omits blank settings from the request', () => {
    expect(toNewToken({ ...BLANK, name: ' ci ' }, FIELDS)).toEqual({ name: 'ci' });
  });

  it('sends the settings that were filled in', () => {
    const settings = {
      ...BLANK.settings,
      rpm: 60,
      budget: { usd: 2.5, period: 'monthly' },
      webhook: { url: 'https://a.example', secret: '' },
      store_content: { isOn: true, ttl_days: 3 },
    };
    expect(toNewToken({ name: 'ci', settings }, FIELDS)).toEqual({
      name: 'ci',
      rpm: 60,
      budget: { usd: 2.5, period: 'monthly' },
      webhook: { url: 'https://a.example' },
      store_content: { ttl_days: 3 },
    });
  });

  it('sends no changes if nothing was changed', () => {
    expect(getChanges(VALUES, toValues(TOKEN, FIELDS), FIELDS)).toEqual({});
  });

  it('sends null for settings that were cleared, and omits the others', () => {
    const emptied = {
      models: [],
      rpm: '',
      budget: null,
      webhook: { url: '', secret: '' },
    };
    const after = { ...VALUES, settings: { ...VALUES.settings, ...emptied } };
    expect(getChanges(VALUES, after, FIELDS)).toEqual({
      models: null,
      rpm: null,
      budget: null,
      webhook: null,
    });
  });

  it('duplicates a token with a new name, without a past expiry and without recording', () => {
    const { name, settings } = toCopy(TOKEN, FIELDS, Date.parse('2026-01-01'));
    expect(settings).toEqual(VALUES.settings);
    expect(name).toBe('ci copy');
    expect(toCopy({ ...TOKEN, name: 'x'.repeat(128) }, FIELDS).name).toHaveLength(128);
    expect(toCopy(TOKEN, FIELDS, Date.parse('2032-01-01')).settings['expires_at']).toBe('');
    const recorded = { ...TOKEN, store_content: { ttl_days: 3 } };
    expect(toCopy(recorded, FIELDS).settings['store_content']).toMatchObject({ isOn: false });
  });

  it('sends a new webhook secret together with the URL', () => {
    const webhook = { url: 'https://example.com/hook', secret: 'whsec_new' };
    const after = { ...VALUES, settings: { ...VALUES.settings, webhook } };
    expect(getChanges(VALUES, after, FIELDS)).toEqual({ webhook });
  });

  it('maps fields of the request to inputs', () => {
    expect(tokenFieldPaths(FIELDS)).toMatchObject({
      name: 'name',
      rpm: 'settings.rpm',
      budget: 'settings.budget',
      webhook: 'settings.webhook.url',
      'store_content.ttl_days': 'settings.store_content.ttl_days',
    });
  });
});
