import { type AdminScope } from '#rights';
import { ask } from './ask.js';
import { APPLY_ESCALATIONS } from './escalations-apply.js';
import {
  type Escalation,
  HOST_FILE,
  type Unescalated,
  createByAdmin,
  freshName,
} from './escalation-rules.js';
import { type Scene } from './matrix-rules.js';
import { ownedToken, queuedTask, cancelledTask, recordedRequest, pendingDelivery } from './owned-things.js';
import { PASSWORD } from './people.js';

const STAR: readonly AdminScope[] = ['*'];
const CHOSEN_KEY = 'sk-mg-chosen-by-the-caller-0123456789';
const ADDRESS = 'http://127.0.0.1:9/elsewhere';

/** A token of the owner with limits that an admin has set. */
const boundToken = async (scene: Scene): Promise<`/${string}`> =>
  `/api/tokens/${(await ownedToken(scene, { rpm: 5, models: ['sandbox-chat'] })).id}`;

const plainChannel = () => ({
  name: freshName('channel'),
  provider: 'openai-compatible',
  base_url: 'http://127.0.0.1:9/v1',
  api_keys: ['sk-upstream'],
  models: [freshName('model')],
});

const someChannel = async (scene: Scene): Promise<`/${string}`> =>
  `/api/channels/${await createByAdmin(scene, '/api/channels', plainChannel())}`;

/** Reads a file of the gateway's machine as its credentials. */
const channelWithFile = () => ({
  name: freshName('channel'),
  provider: 'vertex',
  project: 'a-project',
  location: 'global',
  auth: { type: 'google', credentials_file: HOST_FILE },
  models: [freshName('model')],
  enabled: false,
});

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

const theOwner = async ({ owner }: Scene): Promise<`/${string}`> => `/api/users/${owner.id}`;

const anAdmin = async (scene: Scene): Promise<`/${string}`> => {
  const user = { email: `${freshName('admin')}@example.com`, role: 'admin', password: PASSWORD };
  return `/api/users/${await createByAdmin(scene, '/api/users', user)}`;
};

/** An address that tokens belong to, but no user. */
const ownerWithoutUser = async (scene: Scene): Promise<object> => {
  const email = `${freshName('team')}@example.com`;
  const token = { name: freshName('token'), owner: email.toUpperCase() };
  await createByAdmin(scene, '/api/tokens', token);
  return { email, role: 'member', password: PASSWORD };
};

const someAdminToken = async (scene: Scene): Promise<`/${string}`> => {
  const token = { name: freshName('admin token'), scopes: ['*'] };
  return `/api/admin-tokens/${await createByAdmin(scene, '/api/admin-tokens', token)}`;
};

const switchedToken = async ({ origin, admin }: Scene): Promise<`/${string}`> => {
  const { body } = await ask(origin, 'GET /api/tokens?search=switched', { headers: admin.headers });
  const [token] = body['data'] as { id: string; status: string }[];
  if (token === undefined) throw new Error('the gateway is started with a token that can be switched');
  if (token.status === 'active')
    await ask(origin, `DELETE /api/tokens/${token.id}`, { headers: admin.headers });
  return `/api/config/overrides/${token.id}`;
};

const named = (settings: object) => () => ({ name: freshName('token'), ...settings });
const fixed = (settings: object) => () => settings;

const TOKEN_CREATIONS: Escalation[] = [
  {
    attempt: 'a token of a member',
    body: ({ owner }) => ({ name: freshName('token'), owner: owner.email }),
    scopes: STAR,
    members: ['member owner'],
    allowed: 201,
  },
  { attempt: 'a token of a team', body: named({ owner: 'team-a' }), scopes: STAR, allowed: 201 },
  {
    attempt: 'prompts and answers kept',
    body: named({ store_content: { ttl_days: 30 } }),
    scopes: STAR,
    allowed: 201,
  },
  {
    attempt: 'more requests than members may make',
    body: named({ rpm: 1_000_000 }),
    scopes: ['tokens:write'],
    allowed: 201,
  },
  {
    attempt: 'a larger budget than members have',
    body: named({ budget: { usd: 1_000_000, period: 'monthly' } }),
    scopes: ['tokens:write'],
    allowed: 201,
  },
  {
    attempt: 'models that members may not use',
    body: named({ models: ['gpt-5'] }),
    scopes: ['tokens:write'],
    allowed: 201,
  },
  { attempt: 'a chosen key', body: named({ key: CHOSEN_KEY }), refusedForAll: 400 },
];

const TOKEN_CHANGES: Escalation[] = [
  {
    attempt: 'another owner',
    path: boundToken,
    body: fixed({ owner: 'team-a' }),
    scopes: STAR,
    allowed: 200,
  },
  { attempt: 'no owner', path: boundToken, body: fixed({ owner: null }), scopes: STAR, allowed: 200 },
  {
    attempt: 'prompts and answers kept',
    path: boundToken,
    body: fixed({ store_content: { ttl_days: 30 } }),
    scopes: STAR,
    allowed: 200,
  },
  {
    attempt: 'what the owner does, told elsewhere',
    path: boundToken,
    body: fixed({ webhook: { url: 'https://elsewhere.example/hook' } }),
    scopes: STAR,
    members: ['member owner'],
    allowed: 200,
  },
  {
    attempt: 'a lifted limit',
    path: boundToken,
    body: fixed({ rpm: null }),
    scopes: ['tokens:write'],
    allowed: 200,
  },
  {
    attempt: 'more models',
    path: boundToken,
    body: fixed({ models: ['sandbox-*'] }),
    scopes: ['tokens:write'],
    allowed: 200,
  },
  { attempt: 'a chosen key', path: boundToken, body: fixed({ key: CHOSEN_KEY }), refusedForAll: 400 },
];

const CHANNEL_CREATIONS: Escalation[] = [
  { attempt: 'an address and a key', body: plainChannel, scopes: ['channels:write'], allowed: 201 },
  { attempt: 'a file of the machine', body: channelWithFile, scopes: STAR, allowed: 201 },
  {
    attempt: 'a file of the machine, in federated credentials',
    body: () => ({ ...channelWithFile(), auth: { type: 'google', credentials: federated() } }),
    refusedForAll: 400,
  },
];

/** The routes of the admin API that change something, what callers could try to get by them, and who gets it. */
export const ESCALATIONS: Readonly<Record<string, readonly Escalation[] | Unescalated>> = {
  'POST /api/session': { because: 'it has no principal yet; the guessing cases try it' },
  'DELETE /api/session': { because: 'it takes nothing and ends the session of the caller' },
  'DELETE /api/sessions': { because: 'it takes nothing and ends the sessions of the caller' },
  'POST /api/session/password': { because: 'it changes the password of the caller, who has to know it' },
  'POST /api/playground/token': { because: 'it takes nothing; the token is the owner’s who has signed in' },
  'POST /api/tokens': TOKEN_CREATIONS,
  'PATCH /api/tokens/:id': TOKEN_CHANGES,
  'DELETE /api/tokens/:id': [
    {
      attempt: 'the token of another',
      path: boundToken,
      scopes: ['tokens:write'],
      members: ['member owner'],
      allowed: 200,
    },
  ],
  'POST /api/tokens/:id/rotate': [
    {
      attempt: 'the key of another',
      path: async (scene) => `${await boundToken(scene)}/rotate`,
      body: fixed({ grace_seconds: 0 }),
      scopes: STAR,
      members: ['member owner'],
      allowed: 200,
    },
  ],
  'DELETE /api/tokens/:id/old-key': [
    {
      attempt: 'the old key of another',
      path: async (scene) => `${await boundToken(scene)}/old-key`,
      scopes: ['tokens:write'],
      members: ['member owner'],
      allowed: 200,
    },
  ],
  'POST /api/channels': CHANNEL_CREATIONS,
  'POST /api/channels/check': [
    { attempt: 'an address', body: plainChannel, scopes: ['channels:write'], allowed: 200 },
    { attempt: 'a file of the machine', body: channelWithFile, scopes: STAR, allowed: 200 },
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
      attempt: 'a price of nothing, and another model',
      path: someModel,
      body: fixed({ price: { input_per_m_tok: 0 }, fallbacks: ['sandbox-chat'] }),
      scopes: ['models:write'],
      allowed: 200,
    },
  ],
  'DELETE /api/models/:id': [
    { attempt: 'what is set for a model', path: setModel, scopes: ['models:write'], allowed: 204 },
  ],
  'POST /api/users': [
    {
      attempt: 'an admin',
      body: () => ({ email: `${freshName('admin')}@example.com`, role: 'admin', password: PASSWORD }),
      scopes: STAR,
      allowed: 201,
    },
    { attempt: 'a user for an owner that exists', body: ownerWithoutUser, scopes: STAR, allowed: 201 },
    {
      attempt: 'a member who owns nothing',
      body: () => ({ email: `${freshName('member')}@example.com`, role: 'member', password: PASSWORD }),
      scopes: ['users:write'],
      allowed: 201,
    },
  ],
  'PATCH /api/users/:id': [
    {
      attempt: 'the role of an admin',
      path: theOwner,
      body: fixed({ role: 'admin' }),
      scopes: STAR,
      allowed: 200,
    },
    { attempt: 'an admin less', path: anAdmin, body: fixed({ disabled: true }), scopes: STAR, allowed: 200 },
    {
      attempt: 'wider limits',
      path: theOwner,
      body: fixed({ limits: { rpm: 1_000_000, max_tokens: 1000 } }),
      scopes: ['users:write'],
      allowed: 200,
    },
  ],
  'POST /api/users/:id/reset-password': [
    {
      attempt: 'the password of a member',
      path: async (scene) => `${await theOwner(scene)}/reset-password`,
      scopes: STAR,
      allowed: 200,
    },
    {
      attempt: 'the password of an admin',
      path: async (scene) => `${await anAdmin(scene)}/reset-password`,
      scopes: STAR,
      allowed: 200,
    },
  ],
  'DELETE /api/users/:id/sessions': [
    {
      attempt: 'the sessions of a member',
      path: async (scene) => `${await theOwner(scene)}/sessions`,
      scopes: ['users:write'],
      allowed: 204,
    },
    {
      attempt: 'the sessions of an admin',
      path: async (scene) => `${await anAdmin(scene)}/sessions`,
      scopes: STAR,
      allowed: 204,
    },
  ],
  'PATCH /api/owners/:name': [
    {
      attempt: 'wider limits of a member',
      path: async ({ owner }) => `/api/owners/${encodeURIComponent(owner.email)}`,
      body: fixed({ rpm: 1_000_000 }),
      scopes: ['tokens:write', 'users:write'],
      allowed: 200,
    },
    {
      attempt: 'wider limits of a team',
      path: async () => `/api/owners/${freshName('team')}`,
      body: fixed({ rpm: 1_000_000 }),
      scopes: ['tokens:write'],
      allowed: 200,
    },
  ],
  'POST /api/admin-tokens': [
    {
      attempt: 'all scopes',
      body: () => ({ name: freshName('admin token'), scopes: ['*'] }),
      scopes: STAR,
      allowed: 201,
    },
    {
      attempt: 'other scopes',
      body: () => ({ name: freshName('admin token'), scopes: ['tokens:write', 'contents:read'] }),
      scopes: ['admin-tokens:write', 'tokens:write', 'contents:read'],
      allowed: 201,
    },
  ],
  'DELETE /api/admin-tokens/:id': [
    { attempt: 'an admin token', path: someAdminToken, scopes: ['admin-tokens:write'], allowed: 200 },
  ],
  'POST /api/config/diff': [
    {
      attempt: 'a change by comparing',
      body: () => ({ config: { tokens: [{ name: freshName('token'), owner: 'team-a', key: CHOSEN_KEY }] } }),
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
  'PATCH /api/settings': [
    {
      attempt: 'a larger budget for everybody',
      body: () => ({ budgets: { global: { usd: Math.ceil(Math.random() * 1e9), period: 'monthly' } } }),
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
      attempt: 'what was recorded',
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
