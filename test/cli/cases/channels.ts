import { expect } from '@jest/globals';
import { type CommandCases } from './command-case.js';

const UNREACHABLE_URL = 'http://127.0.0.1:9/v1';
const OWN_SERVER = ['--provider', 'openai-compatible', '--base-url'];
const RANK = ['--priority', '-3', '--weight', '7', '--max-concurrency', '2', '--formats', 'openai-chat'];
const CONNECTIONS = ['--max-connections', '40', '--prompt-caching', 'off', '--repair', 'on'];
const COSTS = ['--believe-upstream-cost'];

const NEW_MODEL = JSON.stringify({
  'xai/grok-99': { litellm_provider: 'xai', mode: 'chat', input_cost_per_token: 1e-6 },
});

export const channelCases: CommandCases = {
  'channel add': ({ upstream }) => ({
    human: {
      args: ['main', ...OWN_SERVER, upstream.url, '--models', 'm,fast=nano', '--api-key-env', 'MAIN_KEY'],
      prints: [/^Added the channel main with 2 models\.\nTo test it: modelgate channel test main\n$/],
    },
    json: {
      args: [
        "Ann's",
        ...OWN_SERVER,
        UNREACHABLE_URL,
        '--models',
        'x',
        '--api-key-stdin',
        '--disabled',
        ...RANK,
        ...CONNECTIONS,
        ...COSTS,
      ],
      input: 'sk-one\r\n\nsk-two\n',
      gives: {
        name: "Ann's",
        base_url: UNREACHABLE_URL,
        api_keys: [{ status: 'healthy' }, { status: 'healthy' }],
        models: [{ id: 'x', upstream: 'x' }],
        formats: ['openai-chat'],
        priority: -3,
        weight: 7,
        max_concurrency: 2,
        max_connections: 40,
        prompt_caching: false,
        repair: true,
        believe_upstream_cost: true,
        enabled: false,
      },
    },
    refusal: {
      args: [
        'x',
        '--provider',
        'openai',
        '--models',
        'm',
        '--auth',
        'entra',
        '--auth-env',
        'client_secret=NO_KEY',
      ],
      exitCode: 2,
      says: '--auth-env: the variable NO_KEY is not set.',
    },
  }),

  'channel list': () => ({
    human: {
      prints: [
        /^NAME +PROVIDER +STATUS +PRIORITY +WEIGHT +KEYS +ORIGIN +MODELS +TROUBLE$/m,
        /^main +openai-compatible +not tested +0 +1 +1 +console +m, fast +-$/m,
        /^Ann's +openai-compatible +disabled +-3 +7 +2 +console +x +-$/m,
        /^(?!.*sk-)/s,
      ],
    },
    json: { args: ['--model', 'm'], gives: { data: [{ name: 'main', health: { status: 'not_tested' } }] } },
    refusal: { args: ['--provider', 'nobody'], exitCode: 2, says: '"provider" must be one of openai' },
  }),

  'channel test': ({ upstream }) => ({
    human: {
      args: ['main', '--model', 'fast'],
      prints: [/^main works \(\d+ ms\): The provider responded .*"nano"\.\n$/],
      proves: async () => expect(upstream.received.at(-1)?.json()).toMatchObject({ model: 'nano' }),
    },
    json: {
      args: ["Ann's"],
      exitCode: 1,
      gives: { ok: false, advice: expect.stringContaining('base_url') },
    },
    refusal: { args: ['mai'], exitCode: 66, says: 'No channel named "mai" was found.' },
  }),

  'channel disable': () => ({
    human: { args: ['main'], prints: [/^The channel main is disabled\. The change takes effect/] },
    json: { args: ["Ann's"], gives: { name: "Ann's", enabled: false } },
    refusal: { args: ['Main'], exitCode: 66, says: 'No channel named "Main" was found.' },
  }),

  'channel enable': () => ({
    human: { args: ["Ann's"], prints: [/^The channel Ann's is enabled\./] },
    json: { args: ['main'], gives: { name: 'main', enabled: true } },
    refusal: { args: [], exitCode: 2, says: "missing required argument 'name'" },
  }),

  'model list': () => ({
    human: {
      prints: [
        /^MODEL +CAPABILITIES +CHANNELS +PRICE USD +PRICE FROM$/m,
        /^sandbox-chat .* 0\.50 per request +\S+$/m,
        /^m .* main /m,
      ],
    },
    json: {
      args: ['--search', 'fas'],
      gives: {
        data: [{ id: 'fast', served: true, channels: [{ name: 'main', upstream_model: 'nano' }] }],
        next_cursor: null,
      },
    },
    refusal: { args: ['--capability', 'dancing'], exitCode: 2, says: '"capability" must be one of ' },
  }),

  // On another database, because running processes follow changes in theirs.
  'model update': ({ elsewhere, write }) => ({
    human: {
      args: ['--from', write('models.json', NEW_MODEL)],
      environment: { DATABASE_URL: elsewhere.url },
      prints: [
        /^xai +grok-99 +added/m,
        /^1 model would change\. Nothing was changed; use --apply to apply it\.\n$/m,
      ],
    },
    json: {
      args: ['--from', 'models.json', '--apply'],
      environment: { DATABASE_URL: elsewhere.url },
      gives: {
        applied: true,
        changes: [{ provider: 'xai', model: 'grok-99', change: 'added', facts: [] }],
      },
      proves: async () => {
        expect(await elsewhere.query('SELECT id FROM model_facts')).toEqual([{ id: 'xai' }]);
      },
    },
    refusal: { args: [], exitCode: 2, says: 'Use either --from or --reset' },
  }),
};
