import { expect } from '@jest/globals';
import { type CommandCases } from './command-case.js';

const EVERY_SETTING = ['--owner', 'ann', '--models', 'gpt-*,m', '--rpm', '60', '--tpm', '1000'].concat(
  ['--concurrency', '4', '--requests-per-day', '500', '--budget-usd', '12.5'],
  ['--budget-period', 'monthly', '--expires-at', '2130-01-01T00:00:00Z'],
  ['--allowed-ips', '10.0.0.0/8', '--allowed-ips', '127.0.0.1', '--cache-ttl-seconds', '30'],
  ['--store-content-days', '7'],
);

export const tokenCases: CommandCases = {
  'token create': () => ({
    human: {
      args: ['ci'],
      prints: [/^Created the token ci\.\nKey \(shown only once\): sk-mg-\S+\n$/],
    },
    json: {
      args: ['limited', ...EVERY_SETTING],
      gives: {
        name: 'limited',
        owner: 'ann',
        models: ['gpt-*', 'm'],
        rpm: 60,
        tpm: 1000,
        concurrency: 4,
        requests_per_day: 500,
        budget: { usd: 12.5, period: 'monthly' },
        expires_at: '2130-01-01T00:00:00.000Z',
        allowed_ips: ['10.0.0.0/8', '127.0.0.1/32'],
        cache_ttl_seconds: 30,
        store_content: { ttl_days: 7 },
        key: expect.stringMatching(/^sk-mg-/),
      },
    },
    refusal: { args: ['test'], exitCode: 1, says: 'A token with this name already exists.' },
  }),

  'token list': () => ({
    human: {
      prints: [
        /^NAME +STATUS +OWNER +KEY +MODELS +SPENT USD +BUDGET +LAST USED +ORIGIN$/m,
        /^ci +active +- +\S+ +all +0\.00 +- +- +console$/m,
        /^limited +active +ann +\S+ +gpt-\*, m +0\.00 +12\.50 USD monthly +-/m,
        /^(?!.*sk-mg-)/s,
      ],
    },
    json: {
      args: ['--status', 'active', '--owner', 'ann'],
      gives: { data: [{ name: 'limited' }], next_cursor: null },
    },
    refusal: {
      args: ['--status', 'gone'],
      exitCode: 2,
      says: 'Allowed choices are active, expired, revoked.',
    },
  }),

  'token rotate': () => ({
    human: {
      args: ['ci'],
      prints: [
        /^New key of the token ci \(shown only once\): sk-mg-\S+\nThe old key is valid until \S+ \S+\.?\n$/,
      ],
    },
    json: {
      args: ['limited', '--grace-seconds', '0'],
      gives: { name: 'limited', old_key: null, key: expect.stringMatching(/^sk-mg-/) },
    },
    refusal: { args: ['nobody'], exitCode: 66, says: 'nobody' },
  }),

  'token revoke': () => ({
    human: {
      args: ['ci'],
      prints: [/^Revoked the token ci\. It becomes invalid within a second\.\n$/],
    },
    json: { args: ['limited'], gives: { name: 'limited', status: 'revoked' } },
    refusal: { args: ['nobody'], exitCode: 66, says: 'No token named "nobody" was found.' },
  }),
};
