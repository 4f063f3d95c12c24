import { type AdminScope } from '#rights';
import { TEST_TOKEN } from '../harness/index.js';
import { ask } from './ask.js';
import { type Escalation, HOST_FILE, STAR, createByAdmin, freshName } from './escalation-rules.js';
import { type Scene } from './matrix-rules.js';

/** A token with which the gateway of the matrix is started, in addition to that of all tests. */
export const SWITCHED_TOKEN = { name: 'switched', key: 'sk-mg-switched-0123456789abcdef' };

const FILE_TOKENS = [{ name: 'test', key: TEST_TOKEN }, SWITCHED_TOKEN];

interface Entries {
  channels?: object[];
  tokens?: object[];
  owners?: object[];
  models?: object[];
}

/** The config file of the gateway with these entries: nothing else changes. */
const applied = ({ tokens = [], ...others }: Entries) => ({
  config: { ...others, tokens: [...FILE_TOKENS, ...tokens] },
});

const restoreFile = ({ origin, admin }: Scene) =>
  ask(origin, 'POST /api/config/apply', {
    headers: admin.headers,
    body: { ...applied({}), allow_disable: true, allow_older: true },
  });

const chosenKey = (): string => `sk-mg-${freshName('chosen-by-the-caller')}`;

const channel = (settings: object) => ({
  name: freshName('channel'),
  models: [freshName('model')],
  ...settings,
});

/** A token that was created in the console, with a key that its holder knows. */
const replacedKey = async (scene: Scene): Promise<object> => {
  const name = freshName('token');
  await createByAdmin(scene, '/api/tokens', { name });
  return applied({ tokens: [{ name, key: chosenKey() }] });
};

/** A token of the owner, declared with these settings. */
const declareOwned =
  (settings: (scene: Scene) => object) =>
  async (scene: Scene): Promise<object> => {
    const name = freshName('token');
    await createByAdmin(scene, '/api/tokens', { name, owner: scene.owner.email });
    return applied({ tokens: [{ name, ...settings(scene) }] });
  };

const escalateOwned = (attempt: string, settings: (scene: Scene) => object): Escalation => ({
  attempt,
  body: declareOwned(settings),
  scopes: STAR,
  allowed: 200,
  cleanUp: restoreFile,
});

/** The file without the limits that it had for a member. */
const withoutLimits = async (scene: Scene): Promise<object> => {
  const { origin, admin, owner } = scene;
  const entries = applied({ owners: [{ name: owner.email, rpm: 5 }] });
  const { status, text } = await ask(origin, 'POST /api/config/apply', {
    headers: admin.headers,
    body: { ...entries, allow_disable: true, allow_older: true },
  });
  if (status !== 200) throw new Error(text);
  return { ...applied({}), allow_disable: true, allow_older: true };
};

const escalate = (
  attempt: string,
  entries: (scene: Scene) => Entries,
  scopes: readonly AdminScope[],
): Escalation => ({
  attempt,
  body: (scene) => applied(entries(scene)),
  scopes,
  allowed: 200,
  cleanUp: restoreFile,
});

/** Attempts that the routes of single entries reject, in a file. */
export const APPLY_ESCALATIONS: readonly Escalation[] = [
  escalate(
    'a token of a member',
    ({ owner }) => ({ tokens: [{ name: freshName('token'), owner: owner.email }] }),
    STAR,
  ),
  escalate('a chosen key', () => ({ tokens: [{ name: freshName('token'), key: chosenKey() }] }), STAR),
  { attempt: 'a replaced key', body: replacedKey, scopes: STAR, allowed: 200, cleanUp: restoreFile },
  escalate(
    'recorded prompts and responses',
    () => ({ tokens: [{ name: freshName('token'), storeContent: { ttlDays: 30 } }] }),
    STAR,
  ),
  escalate('a token', () => ({ tokens: [{ name: freshName('token') }] }), ['config:write', 'tokens:write']),
  escalate(
    'an address and a key',
    () => ({
      channels: [
        channel({ provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'sk-upstream' }),
      ],
    }),
    ['config:write', 'channels:write'],
  ),
  {
    attempt: 'a file of the machine',
    body: () =>
      applied({
        channels: [
          channel({
            provider: 'vertex',
            project: 'a-project',
            location: 'global',
            auth: { type: 'google', credentialsFile: HOST_FILE },
            enabled: false,
          }),
        ],
      }),
    refusedForAll: 400,
  },
  escalate(
    'the price of a model',
    () => ({ models: [{ id: freshName('model'), price: { perRequest: 0 } }] }),
    ['config:write', 'models:write'],
  ),
  escalate('wider limits of a member', ({ owner }) => ({ owners: [{ name: owner.email, rpm: 1_000_000 }] }), [
    'config:write',
    'tokens:write',
    'users:write',
  ]),
  {
    attempt: 'no limits of a member, by leaving them out',
    body: withoutLimits,
    scopes: ['config:write', 'tokens:write', 'users:write'],
    allowed: 200,
    cleanUp: restoreFile,
  },
  escalateOwned('recorded prompts and responses of a member', ({ owner }) => ({
    owner: owner.email,
    storeContent: { ttlDays: 30 },
  })),
  escalateOwned('events of a member, sent elsewhere', ({ owner }) => ({
    owner: owner.email,
    webhook: { url: 'https://elsewhere.example/hook' },
  })),
  escalateOwned('the token of a member for a team', () => ({ owner: 'team-a' })),
  escalateOwned('the token of a member without an owner', () => ({})),
  escalate('wider limits of a team', () => ({ owners: [{ name: freshName('team'), rpm: 1_000_000 }] }), [
    'config:write',
    'tokens:write',
  ]),
];
