import { ask } from './ask.js';
import {
  answeredRequest,
  cancelledTask,
  ownedToken,
  pendingDelivery,
  queuedTask,
  recordedRequest,
} from './owned-objects.js';
import {
  type MatrixRow,
  type Scene,
  everybodysOwn,
  onlyAdmins,
  onlyUsers,
  ownThings,
} from './matrix-rules.js';
import { PASSWORD } from './people.js';

const EMPTY_FILE = { config: {} };

const readOwnerToken = async ({ origin, owner, admin }: Scene): Promise<`/${string}`> => {
  const { body } = await ask(origin, 'POST /api/tokens', {
    headers: admin.headers,
    body: { name: `of ${owner.email}`, owner: owner.email },
  });
  return `/api/tokens/${String(body['id'])}`;
};

const userPath = async ({ owner }: Scene): Promise<`/${string}`> => `/api/users/${owner.id}`;

const someAdminToken = async ({ origin, owner, admin }: Scene): Promise<`/${string}`> => {
  const { body } = await ask(origin, 'POST /api/admin-tokens', {
    headers: admin.headers,
    body: { name: `beside ${owner.email}`, scopes: ['health:read'] },
  });
  return `/api/admin-tokens/${String(body['id'])}`;
};

const readOwnerTask = async (scene: Scene): Promise<`/${string}`> =>
  `/api/tasks/${await queuedTask(scene, await ownedToken(scene))}`;

const getOwnerDelivery = async (scene: Scene): Promise<`/${string}`> =>
  `/api/webhook-deliveries/${await pendingDelivery(scene)}`;

/** A disabled one: if it were enabled, it would replace the built-in model of that name. */
const newChannel = ({ owner }: Scene) => ({
  name: `beside ${owner.email}`,
  provider: 'sandbox',
  models: ['sandbox-chat'],
  enabled: false,
});

const someChannel = async (scene: Scene): Promise<`/${string}`> => {
  const { headers } = scene.admin;
  const { body } = await ask(scene.origin, 'POST /api/channels', { headers, body: newChannel(scene) });
  return `/api/channels/${String(body['id'])}`;
};

const someModel = async ({ origin, owner, admin }: Scene): Promise<`/${string}`> => {
  const path = `/api/models/${encodeURIComponent(`of/${owner.email}`)}` as const;
  await ask(origin, `PUT ${path}`, { headers: admin.headers, body: {} });
  return path;
};

/** Every route of the admin API: the allowed callers, and the status for others. A route without a row fails. */
export const MATRIX: Readonly<Record<string, MatrixRow>> = {
  'POST /api/session': {
    body: ({ owner }) => ({ email: owner.email, password: PASSWORD }),
    expected: {
      ...everybodysOwn(200),
      'admin token with the scope': 200,
      'admin token without it': 200,
      'API token': 200,
      'signed out': 200,
    },
  },
  'GET /api/session': { expected: { ...everybodysOwn(200), 'admin token without it': 200 } },
  'GET /api/session/limits': { expected: onlyUsers(200) },
  'DELETE /api/session': { expected: onlyUsers(204) },
  'DELETE /api/sessions': { expected: onlyUsers(204) },
  'POST /api/session/password': {
    body: () => ({ current: PASSWORD, new: 'another horse, another staple' }),
    expected: onlyUsers(200),
  },
  'POST /api/playground/token': { expected: onlyUsers(200) },
  'GET /api/tokens': { scope: 'tokens:read', expected: everybodysOwn(200) },
  'POST /api/tokens': {
    scope: 'tokens:write',
    body: ({ owner }) => ({ name: `a new one beside those of ${owner.email}` }),
    expected: everybodysOwn(201),
  },
  'GET /api/tokens/:id': { scope: 'tokens:read', path: readOwnerToken, expected: ownThings(200) },
  'PATCH /api/tokens/:id': {
    scope: 'tokens:write',
    path: readOwnerToken,
    body: () => ({ rpm: 10 }),
    expected: ownThings(200),
  },
  'DELETE /api/tokens/:id': { scope: 'tokens:write', path: readOwnerToken, expected: ownThings(200) },
  // A script needs all scopes for it if the token has an owner.
  'POST /api/tokens/:id/rotate': {
    scope: 'tokens:write',
    path: async (scene) => `${await readOwnerToken(scene)}/rotate`,
    expected: { ...ownThings(200), 'admin token with the scope': 403 },
  },
  'DELETE /api/tokens/:id/old-key': {
    scope: 'tokens:write',
    path: async (scene) => `${await readOwnerToken(scene)}/old-key`,
    expected: ownThings(200),
  },
  'GET /api/channels': { scope: 'channels:read', expected: onlyAdmins(200) },
  'POST /api/channels': { scope: 'channels:write', body: newChannel, expected: onlyAdmins(201) },
  'POST /api/channels/check': {
    scope: 'channels:write',
    body: () => ({ provider: 'sandbox', models: ['sandbox-chat'] }),
    expected: onlyAdmins(200),
  },
  'GET /api/channels/:id': { scope: 'channels:read', path: someChannel, expected: onlyAdmins(200) },
  'PATCH /api/channels/:id': {
    scope: 'channels:write',
    path: someChannel,
    body: () => ({ weight: 2 }),
    expected: onlyAdmins(200),
  },
  'DELETE /api/channels/:id': { scope: 'channels:write', path: someChannel, expected: onlyAdmins(204) },
  'POST /api/channels/:id/test': {
    scope: 'channels:write',
    path: async (scene) => `${await someChannel(scene)}/test`,
    expected: onlyAdmins(200),
  },
  // An allowed caller gets the error that the sandbox has no such list.
  'GET /api/channels/:id/upstream-models': {
    scope: 'channels:read',
    path: async (scene) => `${await someChannel(scene)}/upstream-models`,
    expected: onlyAdmins(400),
  },
  'GET /api/forms': { scope: 'tokens:read', expected: everybodysOwn(200) },
  'GET /api/providers': { scope: 'channels:read', expected: onlyAdmins(200) },
  'GET /api/models': { scope: 'models:read', expected: onlyAdmins(200) },
  'GET /api/models/:id': { scope: 'models:read', path: someModel, expected: onlyAdmins(200) },
  'GET /api/models/:id/changes': {
    scope: 'audit:read',
    path: async (scene) => `${await someModel(scene)}/changes`,
    expected: onlyAdmins(200),
  },
  'PUT /api/models/:id': {
    scope: 'models:write',
    path: someModel,
    body: () => ({ hedge_ms: 5 }),
    expected: onlyAdmins(200),
  },
  'DELETE /api/models/:id': { scope: 'models:write', path: someModel, expected: onlyAdmins(204) },
  'GET /api/model-catalog': { scope: 'models:read', expected: everybodysOwn(200) },
  'GET /api/model-catalog/:id': {
    scope: 'models:read',
    path: async (scene) => `/api/model-catalog/${(await someModel(scene)).split('/').at(-1) ?? ''}`,
    expected: everybodysOwn(200),
  },
  'GET /api/users': { scope: 'users:read', expected: onlyAdmins(200) },
  'POST /api/users': {
    scope: 'users:write',
    body: ({ owner }) => ({ email: `friend-of-${owner.email}`, role: 'member' }),
    expected: onlyAdmins(201),
  },
  'GET /api/users/:id': { scope: 'users:read', path: userPath, expected: onlyAdmins(200) },
  'PATCH /api/users/:id': {
    scope: 'users:write',
    path: userPath,
    body: () => ({ role: 'member' }),
    expected: onlyAdmins(200),
  },
  // A script needs all scopes for it.
  'POST /api/users/:id/reset-password': {
    scope: 'users:write',
    path: async (scene) => `${await userPath(scene)}/reset-password`,
    expected: { ...onlyAdmins(200), 'admin token with the scope': 403 },
  },
  'GET /api/users/:id/sessions': {
    scope: 'users:read',
    path: async (scene) => `${await userPath(scene)}/sessions`,
    expected: onlyAdmins(200),
  },
  'DELETE /api/users/:id/sessions': {
    scope: 'users:write',
    path: async (scene) => `${await userPath(scene)}/sessions`,
    expected: onlyAdmins(204),
  },
  'GET /api/budgets': { scope: 'tokens:read', expected: everybodysOwn(200) },
  'GET /api/owners': { scope: 'tokens:read', expected: onlyAdmins(200) },
  // A script also needs the scope users:write if the owner is a user.
  'PATCH /api/owners/:name': {
    scope: 'tokens:write',
    path: async ({ owner }) => `/api/owners/${encodeURIComponent(owner.email)}`,
    body: () => ({ rpm: 600 }),
    expected: { ...onlyAdmins(200), 'admin token with the scope': 403 },
  },
  'GET /api/owners/:name': {
    scope: 'tokens:read',
    path: async ({ owner }) => `/api/owners/${encodeURIComponent(owner.email)}`,
    expected: onlyAdmins(200),
  },
  'GET /api/admin-tokens': { scope: 'admin-tokens:read', expected: onlyAdmins(200) },
  'POST /api/admin-tokens': {
    scope: 'admin-tokens:write',
    body: ({ owner }) => ({ name: `for ${owner.email}`, scopes: ['admin-tokens:write'] }),
    expected: onlyAdmins(201),
  },
  'DELETE /api/admin-tokens/:id': {
    scope: 'admin-tokens:write',
    path: someAdminToken,
    expected: onlyAdmins(200),
  },
  'GET /api/audit': { scope: 'audit:read', expected: onlyAdmins(200) },
  'GET /api/audit/verify': { scope: 'audit:read', expected: onlyAdmins(200) },
  'GET /api/config': { scope: 'config:read', expected: onlyAdmins(200) },
  'GET /api/config/export': { scope: 'config:read', expected: onlyAdmins(200) },
  'POST /api/config/diff': { scope: 'config:read', body: () => EMPTY_FILE, expected: onlyAdmins(200) },
  // It would disable entries of the gateway's file, for which a script also needs the scopes for tokens.
  'POST /api/config/apply': {
    scope: 'config:write',
    body: () => EMPTY_FILE,
    expected: { ...onlyAdmins(409), 'admin token with the scope': 403 },
  },
  'DELETE /api/config/overrides/:id': {
    scope: 'config:write',
    path: async () => '/api/config/overrides/00000000-0000-4000-8000-000000000000',
    expected: onlyAdmins(404),
  },
  'GET /api/settings': { scope: 'settings:read', expected: onlyAdmins(200) },
  'PATCH /api/settings': {
    scope: 'settings:write',
    body: () => ({ usage: { retention_days: 90 } }),
    expected: onlyAdmins(200),
  },
  'POST /api/settings/deletions': {
    scope: 'settings:read',
    body: () => ({ usage: { retention_days: 1 } }),
    expected: onlyAdmins(200),
  },
  'GET /api/tasks': { scope: 'tasks:read', expected: everybodysOwn(200) },
  'GET /api/tasks/:id': { scope: 'tasks:read', path: readOwnerTask, expected: ownThings(200) },
  // An allowed caller gets the error that the task is not finished.
  'GET /api/tasks/:id/content': {
    scope: 'tasks:read',
    path: async (scene) => `${await readOwnerTask(scene)}/content`,
    expected: ownThings(400),
  },
  'POST /api/tasks/:id/cancel': {
    scope: 'tasks:write',
    path: async (scene) => `${await readOwnerTask(scene)}/cancel`,
    expected: ownThings(200),
  },
  'POST /api/tasks/:id/retry': {
    scope: 'tasks:write',
    path: async (scene) => `/api/tasks/${await cancelledTask(scene, await ownedToken(scene))}/retry`,
    expected: ownThings(201),
  },
  'GET /api/requests': { scope: 'requests:read', expected: everybodysOwn(200) },
  'GET /api/requests/count': { scope: 'requests:read', expected: everybodysOwn(200) },
  'GET /api/requests/recordings/count': {
    scope: 'requests:read',
    path: () => Promise.resolve('/api/requests/recordings/count?token=00000000-0000-4000-8000-000000000000'),
    expected: everybodysOwn(200),
  },
  'GET /api/requests/refusals': {
    scope: 'requests:read',
    path: () => Promise.resolve('/api/requests/refusals?from=2026-01-01T00:00:00Z'),
    expected: everybodysOwn(200),
  },
  'GET /api/requests.csv': { scope: 'requests:read', expected: everybodysOwn(200) },
  'GET /api/requests.ndjson': { scope: 'requests:read', expected: everybodysOwn(200) },
  'GET /api/requests/:id': {
    scope: 'requests:read',
    path: async (scene) => `/api/requests/${await answeredRequest(scene, await ownedToken(scene))}`,
    expected: ownThings(200),
  },
  'GET /api/requests/:id/content': {
    scope: 'contents:read',
    path: async (scene) => `/api/requests/${await recordedRequest(scene)}/content`,
    expected: ownThings(200),
  },
  'DELETE /api/requests/:id/content': {
    scope: 'contents:write',
    path: async (scene) => `/api/requests/${await recordedRequest(scene)}/content`,
    expected: onlyAdmins(204),
  },
  'GET /api/usage': { scope: 'usage:read', expected: everybodysOwn(200) },
  'GET /api/usage.csv': { scope: 'usage:read', expected: everybodysOwn(200) },
  'GET /api/webhook-deliveries': { scope: 'webhooks:read', expected: everybodysOwn(200) },
  'GET /api/webhook-deliveries/:id': {
    scope: 'webhooks:read',
    path: getOwnerDelivery,
    expected: ownThings(200),
  },
  'POST /api/webhook-deliveries/:id/replay': {
    scope: 'webhooks:write',
    path: async (scene) => `${await getOwnerDelivery(scene)}/replay`,
    expected: ownThings(200),
  },
  'GET /api/search': {
    path: async ({ owner }) => `/api/search?q=${encodeURIComponent(owner.email)}`,
    expected: onlyUsers(200),
  },
  'GET /api/health': { scope: 'health:read', expected: onlyAdmins(200) },
};
