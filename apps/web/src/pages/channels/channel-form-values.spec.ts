import { describe, expect, it } from '@jest/globals';
import {
  BLANK_CHANNEL,
  buildChanges,
  channelFields,
  buildNewChannel,
  toValues,
} from './channel-form-values.js';
import { type Channel, type Provider } from './channel-queries.js';

const NO_MEMBERS = { help: null, auth_type: null, members: [] };

const PROVIDER: Provider = {
  id: 'openai',
  label: 'OpenAI',
  group: 'popular',
  fields: [
    { name: 'base_url', label: 'Base URL', type: 'url', required: false, default: null, ...NO_MEMBERS },
    { name: 'api_keys', label: 'API keys', type: 'secrets', required: true, default: null, ...NO_MEMBERS },
    {
      name: 'auth',
      label: 'Sign in with Entra ID',
      type: 'auth',
      required: false,
      default: null,
      help: null,
      auth_type: 'entra',
      members: [
        { name: 'client_id', label: 'Client id', type: 'text', help: null },
        { name: 'client_secret', label: 'Client secret', type: 'secret', help: null },
      ],
    },
  ],
  formats: [],
  operations: [],
  usual_models: [],
  lists_models: true,
  api_key_page: null,
};

const CHANNEL: Channel = {
  id: '6d1f6a58-8f0c-4a0d-9b53-1d9c4a5e8f10',
  name: 'main',
  provider: 'openai',
  base_url: null,
  api_keys: [],
  models: [
    { id: 'gpt-5', upstream: 'gpt-5' },
    { id: 'fast', upstream: 'gpt-5-nano' },
  ],
  priority: 0,
  weight: 1,
  enabled: true,
  formats: null,
  headers: { 'x-team': 'a' },
  hidden_headers: ['authorization'],
  api_version: null,
  region: null,
  project: null,
  location: null,
  auth: null,
  max_concurrency: null,
  max_connections: null,
  prompt_caching: true,
  repair: false,
  believe_upstream_cost: false,
  timeouts: { connect_ms: 5000, first_byte_ms: 300_000, idle_ms: 300_000, whole_ms: 600_000 },
  health: {
    status: 'healthy',
    reason: null,
    since: null,
    advice: null,
    in_flight: 0,
    last_error: null,
    models: [],
  },
  origin: 'console',
  read_only: false,
  override: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
};

describe('the form of a channel', () => {
  it('omits empty fields from the request', () => {
    const values = {
      ...BLANK_CHANNEL,
      name: 'main',
      models: ['gpt-5'],
      secrets: { api_keys: [' sk-1 ', ''] },
    };
    expect(buildNewChannel(values, PROVIDER)).toEqual({
      name: 'main',
      provider: 'openai',
      models: ['gpt-5'],
      api_keys: ['sk-1'],
    });
  });

  it('sends no changes if nothing was changed', () => {
    expect(buildChanges(toValues(CHANNEL), toValues(CHANNEL), PROVIDER)).toEqual({});
  });

  it('sends all models if one of them was changed', () => {
    const before = toValues(CHANNEL);
    const after = { ...before, renamed: [{ name: 'fast', value: 'gpt-5-mini' }] };
    expect(buildChanges(before, after, PROVIDER)).toEqual({
      models: ['gpt-5', { id: 'fast', upstream: 'gpt-5-mini' }],
    });
  });

  it('does not send unchanged hidden headers, and removes deleted headers', () => {
    const before = toValues(CHANNEL);
    const remaining = before.headers.filter(({ name }) => name === 'authorization');
    expect(buildChanges(before, { ...before, headers: remaining }, PROVIDER)).toEqual({
      headers: { 'x-team': null },
    });
    const added = [...before.headers, { name: 'x-new', value: 'b' }];
    expect(buildChanges(before, { ...before, headers: added }, PROVIDER)).toEqual({
      headers: { 'x-new': 'b' },
    });
  });

  it('replaces the keys by an identity, and does not send unchanged hidden secrets', () => {
    const withKeys = toValues(CHANNEL);
    const auth = { client_id: 'c', client_secret: 's' };
    expect(buildChanges(withKeys, { ...withKeys, hasAuth: true, auth }, PROVIDER)).toEqual({
      api_keys: null,
      auth: { type: 'entra', client_id: 'c', client_secret: 's' },
    });
    const before = toValues({
      ...CHANNEL,
      auth: { type: 'entra', members: { client_id: 'c' }, hidden_members: ['client_secret'] },
    });
    expect(buildChanges(before, before, PROVIDER)).toEqual({});
    expect(buildChanges(before, { ...before, auth: {} }, PROVIDER)).toEqual({
      auth: { type: 'entra', client_id: null },
    });
    expect(buildChanges(before, { ...before, hasAuth: false }, PROVIDER)).toEqual({ auth: null });
  });

  it('maps fields of the provider to form fields', () => {
    expect(channelFields(PROVIDER)).toMatchObject({
      base_url: 'texts.base_url',
      api_keys: 'secrets.api_keys',
      'auth.client_id': 'auth.client_id',
    });
  });
});
