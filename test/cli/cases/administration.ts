import { expect } from '@jest/globals';
import { runHere } from '../run-here.js';
import { type CommandCases } from './command-case.js';

const UNREACHABLE_CHANNEL = [
  '--provider',
  'openai-compatible',
  '--base-url',
  'http://127.0.0.1:9/v1',
  '--models',
  'x',
];

/** Rare tasks of administrators. */
export const administrationCases: CommandCases = {
  'admin-token create': () => ({
    human: {
      args: ['deploy', '--scopes', 'config:read,config:write'],
      prints: [/^Created the admin token deploy\.\nKey \(shown only once\): mgat_\S+\n$/],
    },
    json: {
      args: ['ops', '--scopes', '*', '--expires-at', '2130-01-01T00:00:00Z'],
      gives: { name: 'ops', scopes: ['*'], expires_at: '2130-01-01T00:00:00.000Z', key: expect.any(String) },
    },
    refusal: { args: ['x'], exitCode: 2, says: '--scopes is required.' },
  }),

  'admin-token list': () => ({
    human: {
      prints: [
        /^NAME +STATUS +KEY +SCOPES +CREATED BY +EXPIRES +LAST USED$/m,
        /^deploy +active +\S+ +config:read, config:write +operator +- +-$/m,
      ],
    },
    json: {
      args: ['--all'],
      gives: { data: expect.arrayContaining([expect.objectContaining({ name: 'ops', status: 'active' })]) },
    },
    refusal: { args: ['now'], exitCode: 2, says: "too many arguments for 'list'" },
  }),

  'admin-token revoke': () => ({
    human: { args: ['deploy'], prints: [/^Revoked the admin token deploy\.\n$/] },
    json: { args: ['ops'], gives: { name: 'ops', status: 'revoked' } },
    refusal: { args: ['ghost'], exitCode: 66, says: 'No admin token named "ghost" was found.' },
  }),

  'token update': () => ({
    human: {
      args: ['ci', '--rpm', '90', '--models', 'gpt-5'],
      prints: [/^Changed the token ci\. The change takes effect within a second\.\n$/],
    },
    json: {
      args: ['limited', '--rpm', '70', '--clear', 'tpm,allowed-ips,store-content'],
      gives: { rpm: 70, tpm: null, allowed_ips: null, store_content: null, concurrency: 4 },
    },
    refusal: {
      args: ['ci', '--clear', 'name'],
      exitCode: 2,
      says: '--clear: "name" is unknown. Use owner, ',
    },
  }),

  'channel update': () => ({
    human: {
      args: ['main', '--weight', '3', '--api-key-env', 'MAIN_KEY'],
      prints: [/^Changed the channel main\. The change takes effect within a second\.\n$/],
    },
    json: {
      args: ["Ann's", '--rename', 'anns', '--believe-upstream-cost', 'off', '--clear', 'max-concurrency'],
      gives: { name: 'anns', max_concurrency: null, believe_upstream_cost: false, weight: 7 },
    },
    refusal: { args: ['main'], exitCode: 2, says: 'Pass at least one setting to change' },
  }),

  'channel remove': ({ server }) => ({
    human: {
      args: ['anns'],
      prints: [/^Removed the channel anns\. The change takes effect within a second\.\n$/],
      proves: async () => {
        await runHere(['channel', 'add', 'brief', ...UNREACHABLE_CHANNEL], server);
      },
    },
    json: { args: ['brief'], gives: { name: 'brief', removed: true } },
    refusal: { args: ['anns'], exitCode: 66, says: 'No channel named "anns" was found.' },
  }),

  'price set': () => ({
    human: {
      args: ['m', '--input-per-m-tok', '0.25', '--output-per-m-tok', '2'],
      prints: [/^The price of m is set\. The change takes effect within a second\.\n$/],
    },
    json: {
      args: ['fast', '--per-request', '0.5'],
      gives: { id: 'fast', settings: { price: { per_request: 0.5 } } },
    },
    refusal: { args: ['m'], exitCode: 2, says: 'Pass at least one rate, or --reset' },
  }),

  'owner set': () => ({
    human: {
      args: ['team-a', '--rpm', '600', '--budget-usd', '200', '--budget-period', 'monthly'],
      prints: [/^Changed the limits of team-a\. The change takes effect within a second\.\n$/],
    },
    json: {
      args: ['team-a', '--tpm', '5000', '--clear', 'rpm'],
      gives: {
        name: 'team-a',
        limits: { rpm: null, tpm: 5000, budget: { usd: 200, period: 'monthly' } },
      },
    },
    refusal: { args: ['team-a', '--rpm', '0'], exitCode: 2, says: '"rpm" must be a whole number from 1' },
  }),

  'owner list': () => ({
    human: {
      prints: [
        /^OWNER +USER +TOKENS +RPM +TPM +CONCURRENCY +PER DAY +BUDGET +LEFT +30 DAYS USD$/m,
        /^team-a +- +0 of 0 +- +5000 +- +- +200\.00 USD monthly +200\.00 USD +0\.00$/m,
      ],
    },
    json: { args: ['--search', 'team-a'], gives: { data: [{ name: 'team-a' }], next_cursor: null } },
    refusal: { args: ['team'], exitCode: 2, says: "too many arguments for 'list'" },
  }),

  'settings list': () => ({
    human: { prints: [/^SETTING +VALUE +SOURCE$/m, /^usage\.retention_days +90 +default$/m] },
    json: { gives: { values: { usage: { retention_days: 90 } } } },
    refusal: { args: ['usage'], exitCode: 2, says: "too many arguments for 'list'" },
  }),

  'settings set': () => ({
    human: {
      args: ['usage.retention_days', '30'],
      prints: [/^Set usage\.retention_days to 30\.\n$/],
    },
    json: {
      args: ['usage.retention_days', 'null'],
      gives: { key: 'usage.retention_days', value: 90, source: 'default' },
    },
    refusal: { args: ['usage', '30'], exitCode: 2, says: '"usage" is not a setting' },
  }),

  'audit list': () => ({
    human: {
      args: ['--action', 'owner.change'],
      prints: [
        /^ENTRY +WHEN +WHO +ACTION +SUBJECT +CHANGED$/m,
        /^ *\d+ +\S+ \S+Z +operator +owner\.change +team-a +rpm, budget$/m,
      ],
    },
    json: {
      args: ['--action', 'settings.change', '--limit', '1'],
      gives: { data: [{ action: 'settings.change', actor: { kind: 'admin-token' } }] },
    },
    refusal: { args: ['--from', 'yesterday'], exitCode: 2, says: '--from: "yesterday" is neither a date' },
  }),

  'request tail': () => ({
    human: {
      args: ['--token', 'test', '--limit', '1'],
      prints: [
        /^STARTED +REQUEST +OUTCOME +MODEL +TOKEN +CHANNEL +MS +COST USD$/m,
        /^\S+ \S+Z +req_\S+ +ok +sandbox-chat +test +\S+ +\d+ +0\.50$/m,
      ],
    },
    json: {
      args: ['--model', 'sandbox-chat'],
      gives: { data: [{ model: 'sandbox-chat' }, { model: 'sandbox-chat' }] },
    },
    refusal: { args: ['--token', 'ghost'], exitCode: 66, says: 'No token named "ghost" was found.' },
  }),

  'webhook list': ({ webhooks }) => ({
    human: {
      args: ['--state', 'delivered'],
      prints: [
        /^WEBHOOK +STATE +EVENT +SUBJECT +TOKEN +ATTEMPTS +LAST +CREATED +URL$/m,
        new RegExp(`^${webhooks.delivered} +delivered +video\\.completed +video_2 +test +10 `, 'm'),
      ],
    },
    json: { args: ['--state', 'dead'], gives: { data: [{ id: webhooks.dead }] } },
    refusal: {
      args: ['--state', 'lost'],
      exitCode: 2,
      says: 'Allowed choices are pending, delivered, dead.',
    },
  }),
};
