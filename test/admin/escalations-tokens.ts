import { type Escalation, STAR, fixed, freshName } from './escalation-rules.js';
import { type Scene } from './matrix-rules.js';
import { ownedToken } from './owned-objects.js';

const CHOSEN_KEY = 'sk-mg-chosen-by-the-caller-0123456789';

/** A token of the owner with limits that an admin has set. */
const boundToken = async (scene: Scene): Promise<`/${string}`> =>
  `/api/tokens/${(await ownedToken(scene, { rpm: 5, models: ['sandbox-chat'] })).id}`;

const named = (settings: object) => () => ({ name: freshName('token'), ...settings });

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
    attempt: 'recorded prompts and responses',
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
    attempt: 'recorded prompts and responses',
    path: boundToken,
    body: fixed({ store_content: { ttl_days: 30 } }),
    scopes: STAR,
    allowed: 200,
  },
  {
    attempt: 'events of the owner, sent elsewhere',
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

export const TOKEN_ESCALATIONS: Readonly<Record<string, readonly Escalation[]>> = {
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
};
