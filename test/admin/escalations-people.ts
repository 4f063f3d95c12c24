import { type Escalation, STAR, createByAdmin, fixed, freshName } from './escalation-rules.js';
import { type Scene } from './matrix-rules.js';
import { PASSWORD } from './people.js';

const theOwner = async ({ owner }: Scene): Promise<`/${string}`> => `/api/users/${owner.id}`;

const anAdmin = async (scene: Scene): Promise<`/${string}`> => {
  const user = { email: `${freshName('admin')}@example.com`, role: 'admin', password: PASSWORD };
  return `/api/users/${await createByAdmin(scene, '/api/users', user)}`;
};

/** An address that has tokens, but no user. */
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

export const PEOPLE_ESCALATIONS: Readonly<Record<string, readonly Escalation[]>> = {
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
};
