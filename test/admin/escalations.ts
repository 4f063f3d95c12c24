import { ask } from './ask.js';
import {
  type Escalation,
  HOST_FILE,
  type Unescalated,
  createByAdmin,
  fixed,
  freshName,
} from './escalation-rules.js';
import { APPLY_ESCALATIONS } from './escalations-apply.js';
import { PEOPLE_ESCALATIONS } from './escalations-people.js';
import { TOKEN_ESCALATIONS } from './escalations-tokens.js';
import { GONE, OWN } from './machine-identities.js';
import { type Scene } from './matrix-rules.js';
import { cancelledTask, ownedToken, pendingDelivery, queuedTask, recordedRequest } from './owned-objects.js';

const ADDRESS = 'http://127.0.0.1:9/elsewhere';

const plainChannel = () => ({
  name: freshName('channel'),
  provider: 'openai-compatible',
  base_url: 'http://127.0.0.1:9/v1',
  api_keys: ['sk-upstream'],
  models: [freshName('model')],
});

const someChannel = async (scene: Scene): Promise<`/${string}`> =>
  `/api/channels/${await createByAdmin(scene, '/api/channels', plainChannel())}`;

/** Uses a file of the gateway's machine as its credentials. */
const channelWithFile = () => ({
  name: freshName('channel'),
  provider: 'vertex',
  project: 'a-project',
  location: 'global',
  auth: { type: 'google', credentials_file: HOST_FILE },
  models: [freshName('model')],
  enabled: false,
});

/** A channel with its own credentials. */
const channelWithOwn =
  (provider: keyof typeof OWN) =>
  async (scene: Scene): Promise<`/${string}`> => {
    const channel = { name: freshName('channel'), models: [freshName('model')], enabled: false };
    return `/api/channels/${await createByAdmin(scene, '/api/channels', { ...channel, ...OWN[provider] })}`;
  };

const federated = () => ({
  type: 'external_account',
  audience: 'a',
  subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
  token_url: ADDRESS,
  credential_source: { file: HOST_FILE },
});

const someModel = async (): Promise<`/${string}`> => `/api/models/${freshName('model')}`;

const setModel = async (scene: Scene): Promise<`/${string}`> => {
  const path = await someModel();
  await ask(scene.origin, `PUT ${path}`, { headers: scene.admin.headers, body: { hedge_ms: 5 } });
  return path;
};

const switchedToken = async ({ origin, admin }: Scene): Promise<`/${string}`> => {
  const { body } = await ask(origin, 'GET /api/tokens?search=switched', { headers: admin.headers });
  const [token] = body['data'] as { id: string; status: string }[];
  if (token === undefined) throw new Error('the gateway is started with a token that can be switched');
  if (token.status === 'active')
    await ask(origin, `DELETE /api/tokens/${token.id}`, { headers: admin.headers });
  return `/api/config/overrides/${token.id}`;
};

const CHANNEL_CREATIONS: Escalation[] = [
  { attempt: 'an address and a key', body: plainChannel, scopes: ['channels:write'], allowed: 201 },
  { attempt: 'a file of the machine', body: channelWithFile, refusedForAll: 400 },
  {
    attempt: 'a file of the machine, in federated credentials',
    body: () => ({ ...channelWithFile(), auth: { type: 'google', credentials: federated() } }),
    refusedForAll: 400,
  },
];

/**
 * The routes of the admin API that change something, what callers could try to get through them, and which callers may.
 */
export const ESCALATIONS: Readonly<Record<string, readonly Escalation[] | Unescalated>> = {
  'POST /api/session': { because: 'it has no principal yet; the guessing cases try it' },
  'DELETE /api/session': { because: 'it takes nothing and ends the session of the caller' },
  'DELETE /api/sessions': { because: 'it takes nothing and ends the sessions of the caller' },
  'POST /api/session/password': { because: 'it changes the password of the caller, who has to know it' },
  'POST /api/playground/token': { because: 'it takes nothing; the token is the owner’s who has signed in' },
  ...TOKEN_ESCALATIONS,
  'POST /api/channels': CHANNEL_CREATIONS,
  'POST /api/channels/check': [
    { attempt: 'an address', body: plainChannel, scopes: ['channels:write'], allowed: 200 },
    // The response reports invalid settings; nothing is called.
    { attempt: 'a file of the machine', body: channelWithFile, refusedForAll: 200 },
  ],
  'PATCH /api/channels/:id': [
    {
      attempt: 'the key at another address',
      path: someChannel,
      body: fixed({ base_url: 'http://127.0.0.2:9/v1' }),
      scopes: ['channels:write'],
      allowed: 400,
    },
    {
      attempt: 'another key',
      path: someChannel,
      body: fixed({ api_keys: ['sk-another'] }),
      scopes: ['channels:write'],
      allowed: 200,
    },
    {
      attempt: 'a file of the machine',
      path: channelWithOwn('vertex'),
      body: fixed({ auth: { type: 'google', ...GONE.vertex, credentials_file: HOST_FILE } }),
      refusedForAll: 400,
    },
    {
      attempt: 'a file of the machine, in federated credentials',
      path: channelWithOwn('vertex'),
      body: () => ({ auth: { type: 'google', credentials: federated() } }),
      refusedForAll: 400,
    },
    {
      attempt: 'the identity of the machine at another address',
      path: channelWithOwn('azure-openai'),
      body: fixed({ base_url: 'https://example.com', auth: { type: 'entra', ...GONE['azure-openai'] } }),
      refusedForAll: 400,
    },
  ],
  'DELETE /api/channels/:id': [
    { attempt: 'a channel', path: someChannel, scopes: ['channels:write'], allowed: 204 },
  ],
  'POST /api/channels/:id/test': [
    {
      attempt: 'the account of a channel',
      path: async (scene) => `${await someChannel(scene)}/test`,
      scopes: ['channels:write'],
      allowed: 200,
    },
  ],
  'PUT /api/models/:id': [
    {
      attempt: 'a price of zero, and another model',
      path: someModel,
      body: fixed({ price: { input_per_m_tok: 0 }, fallbacks: ['sandbox-chat'] }),
      scopes: ['models:write'],
      allowed: 200,
    },
  ],
  'DELETE /api/models/:id': [
    { attempt: 'the settings of a model', path: setModel, scopes: ['models:write'], allowed: 204 },
  ],
  ...PEOPLE_ESCALATIONS,
  'POST /api/config/diff': [
    {
      attempt: 'a change by comparing',
      body: () => ({
        config: {
          tokens: [
            { name: freshName('token'), owner: 'team-a', key: 'sk-mg-chosen-by-the-caller-0123456789' },
          ],
        },
      }),
      scopes: ['config:read'],
      allowed: 200,
      changesNothing: true,
    },
  ],
  'POST /api/config/apply': APPLY_ESCALATIONS,
  'DELETE /api/config/overrides/:id': [
    {
      attempt: 'a token that was revoked',
      path: switchedToken,
      scopes: ['config:write', 'tokens:write'],
      allowed: 200,
    },
  ],
  'POST /api/settings/deletions': [
    {
      attempt: 'a change by counting',
      body: () => ({ usage: { retention_days: 1 } }),
      scopes: ['settings:read'],
      allowed: 200,
      changesNothing: true,
    },
  ],
  'PATCH /api/settings': [
    {
      attempt: 'a larger budget for all tokens',
      body: () => ({ budgets: { global: { usd: Math.ceil(Math.random() * 1e9), period: 'monthly' } } }),
      scopes: ['settings:write'],
      allowed: 200,
    },
    {
      attempt: 'longer responses for all tokens',
      body: () => ({ policies: { max_output_tokens: Math.ceil(Math.random() * 1e9) } }),
      scopes: ['settings:write'],
      allowed: 200,
    },
    {
      attempt: 'more files for all owners',
      body: () => ({ quotas: { media_files: Math.ceil(Math.random() * 1e8) } }),
      scopes: ['settings:write'],
      allowed: 200,
    },
  ],
  'POST /api/tasks/:id/cancel': [
    {
      attempt: 'the task of another',
      path: async (scene) => `/api/tasks/${await queuedTask(scene, await ownedToken(scene))}/cancel`,
      scopes: ['tasks:write'],
      members: ['member owner'],
      allowed: 200,
    },
  ],
  'POST /api/tasks/:id/retry': [
    {
      attempt: 'the money of another',
      path: async (scene) => `/api/tasks/${await cancelledTask(scene, await ownedToken(scene))}/retry`,
      scopes: ['tasks:write'],
      members: ['member owner'],
      allowed: 201,
    },
  ],
  'DELETE /api/requests/:id/content': [
    {
      attempt: 'the recorded content',
      path: async (scene) => `/api/requests/${await recordedRequest(scene)}/content`,
      scopes: ['contents:write'],
      allowed: 204,
    },
  ],
  'POST /api/webhook-deliveries/:id/replay': [
    {
      attempt: 'the webhook of another',
      path: async (scene) => `/api/webhook-deliveries/${await pendingDelivery(scene)}/replay`,
      scopes: ['webhooks:write'],
      members: ['member owner'],
      allowed: 200,
    },
  ],
};
