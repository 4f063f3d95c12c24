import { describe, expect, it } from '@jest/globals';
import {
  PLAIN_TOKEN_SETTINGS,
  type StoredBudget,
  type StoredValues,
  TOKEN_SETTINGS,
  type TokenSetting,
  snakeCase,
} from '#declarations';
import { type AdminScope } from './admin-scope.js';
import { authorizeChange } from './authorize-change.js';
import { type EntityKind, type TokenState } from './entity-states.js';
import { OPERATOR, type Principal, type UserRole } from './principal.js';
import { type WantedChange } from './wanted-change.js';

const script = (...scopes: AdminScope[]): Principal => ({ kind: 'admin-token', id: 'a', name: 'a', scopes });
const user = (role: UserRole, mustChangePassword = false): Principal => ({
  kind: 'user',
  userId: 'u1',
  email: 'ann@example.com',
  role,
  sessionId: 's',
  mustChangePassword,
});

const TOKEN: TokenState = {
  ...(Object.fromEntries(PLAIN_TOKEN_SETTINGS.map(({ column }) => [column, null])) as unknown as TokenState),
  webhookUrl: null,
  webhookSecret: null,
  keyHash: Buffer.from('one'),
  enabled: true,
};
const OWNED = { ...TOKEN, owner: 'team' };
const OWN = { ...TOKEN, owner: 'ann@example.com' };
const MEMBER = { id: 'u2', email: 'bob@example.com', role: 'member', passwordHash: 'one' } as const;

const GENERATED = { isKeyGenerated: true };
const UNLIMITED = { ...GENERATED, ownerLimits: null, tokenQuota: { max: 9, active: 0 } };

/** The field of the refusal, or null if it has none; undefined if the change is authorized. */
function refuse<Kind extends EntityKind>(principal: Principal, change: WantedChange<Kind>): unknown {
  try {
    authorizeChange(principal, change);
    return undefined;
  } catch (error) {
    expect(error).toMatchObject({ kind: 'forbidden' });
    return (error as { param?: string }).param ?? null;
  }
}

const changeToken = (before: TokenState | undefined, after: TokenState, facts = {}) =>
  ({ kind: 'token', before, after, facts }) as const;

const changeUser = (before: object | undefined, after: object | undefined, facts = {}) =>
  ({ kind: 'user', before, after, facts }) as WantedChange<'user'>;

const createAdminToken = (scopes: AdminScope[], expiresAt: Date | null) =>
  ({
    kind: 'admin-token',
    before: undefined,
    after: { scopes, expiresAt, createdByUser: null },
  }) as const;

const applyFile = (generation: number) =>
  ({ kind: 'config', before: { hash: 'a', generation: 5 }, after: { hash: 'b', generation } }) as const;

const issueKey = (owner: string) =>
  ({ kind: 'playground-token', before: undefined, after: { owner } }) as const;

describe('a change of a token', () => {
  const write = script('tokens:write');

  it.each([
    ['a token without an owner', undefined, TOKEN, GENERATED, undefined],
    ['a chosen key', undefined, TOKEN, {}, 'key'],
    ['an owner', undefined, OWNED, GENERATED, 'owner'],
    ['recording', undefined, { ...TOKEN, contentDays: 1 }, GENERATED, 'store_content'],
    ['another owner', TOKEN, OWNED, {}, 'owner'],
    ['a new key', TOKEN, { ...TOKEN, keyHash: Buffer.from('two') }, GENERATED, undefined],
    ['a new chosen key', TOKEN, { ...TOKEN, keyHash: Buffer.from('two') }, {}, 'key'],
    ['the key of an owner', OWNED, { ...OWNED, keyHash: Buffer.from('two') }, GENERATED, 'key'],
    ['the webhook of an owner', OWNED, { ...OWNED, webhookUrl: 'https://x.example' }, {}, 'webhook'],
    ['a webhook without an owner', TOKEN, { ...TOKEN, webhookUrl: 'https://x.example' }, {}, undefined],
    ['a limit', OWNED, { ...OWNED, rpm: 5 }, {}, undefined],
    ['revocation', OWNED, { ...OWNED, enabled: false }, {}, undefined],
  ])('by a script with tokens:write: %s', (_name, before, after, facts, param) => {
    expect(refuse(write, changeToken(before, after, facts))).toBe(param);
    expect(refuse(script('*'), changeToken(before, after, facts))).toBeUndefined();
    expect(refuse(user('admin'), changeToken(before, after, facts))).toBeUndefined();
    expect(refuse(OPERATOR, changeToken(before, after, facts))).toBeUndefined();
    expect(refuse(script('config:write', 'tokens:read'), changeToken(before, after, facts))).toBe(null);
  });

  it.each([
    ['a new token', undefined, OWN, UNLIMITED, undefined],
    ['more tokens than allowed', undefined, OWN, { ...UNLIMITED, tokenQuota: { max: 1, active: 1 } }, null],
    ['a token of another owner', undefined, OWNED, UNLIMITED, null],
    ['another owner', OWN, OWNED, UNLIMITED, null],
    ['recording', OWN, { ...OWN, contentDays: 1 }, UNLIMITED, 'store_content'],
    ['a tighter limit', OWN, { ...OWN, rpm: 5 }, UNLIMITED, undefined],
    ['a removed limit', { ...OWN, rpm: 5 }, OWN, UNLIMITED, 'rpm'],
    ['enabling a revoked token', { ...OWN, enabled: false }, OWN, UNLIMITED, 'enabled'],
    [
      'a limit above the one of the owner',
      OWN,
      { ...OWN, rpm: 50 },
      { ...UNLIMITED, ownerLimits: { limits: { rpm: 10 }, budget: undefined } },
      'rpm',
    ],
  ])('by a member: %s', (_name, before, after, facts, param) => {
    expect(refuse(user('member'), changeToken(before, after, facts))).toBe(param);
  });

  const DAILY = { unit: 'usd', limit: 5, period: 'daily' } as const;
  const ROLLING = { unit: 'tokens', limit: 100, period: '5h' } as const;
  const withBudget = (...budget: StoredBudget): typeof OWN => ({ ...OWN, budget });

  it.each([
    ['lowering one window', [DAILY, ROLLING], [{ ...DAILY, limit: 4 }, ROLLING], undefined],
    ['another order', [DAILY, ROLLING], [ROLLING, DAILY], undefined],
    ['adding a window', [DAILY], [DAILY, ROLLING], undefined],
    ['raising one window', [DAILY, ROLLING], [DAILY, { ...ROLLING, limit: 101 }], 'budget'],
    ['removing one window', [DAILY, ROLLING], [DAILY], 'budget'],
    ['another period', [DAILY], [{ ...DAILY, period: '24h' }], 'budget'],
    ['another unit', [DAILY], [{ ...DAILY, unit: 'requests' }], 'budget'],
  ] as [string, StoredBudget, StoredBudget, string | undefined][])(
    'by a member: %s of a budget',
    (_name, before, after, param) => {
      const change = changeToken(withBudget(...before), withBudget(...after), UNLIMITED);
      expect(refuse(user('member'), change)).toBe(param);
      expect(refuse(user('admin'), change)).toBeUndefined();
    },
  );

  it('by a member: no window above the same window of the owner', () => {
    const facts = { ...UNLIMITED, ownerLimits: { limits: {}, budget: [DAILY, ROLLING] } };
    const change = (...budget: StoredBudget) => changeToken(OWN, withBudget(...budget), facts);
    expect(refuse(user('member'), change(DAILY, { ...ROLLING, period: '6h', limit: 900 }))).toBeUndefined();
    expect(refuse(user('member'), change(DAILY, { ...ROLLING, limit: 101 }))).toBe('budget');
  });

  const VALUES: { [Kind in keyof StoredValues]: StoredValues[Kind] } = {
    owner: 'team',
    models: ['m'],
    networks: ['10.0.0.0/8'],
    count: 5,
    budget: [{ unit: 'usd', limit: 5, period: 'daily' }],
    moment: new Date('2100-01-01'),
    retention: 5,
  };

  it.each(PLAIN_TOKEN_SETTINGS.map((plain) => [plain.name, plain] as const))(
    'by a member: removing %s is what the table allows',
    (name, { column, setting: { kind } }) => {
      const { rights }: TokenSetting = TOKEN_SETTINGS[name as keyof typeof TOKEN_SETTINGS];
      const param = rights === 'anyone' ? undefined : rights === 'own-rule' ? null : snakeCase(name);
      const before = { ...OWN, [column]: VALUES[kind] };
      const after = { ...OWN, [column]: null };
      expect(refuse(user('member'), changeToken(before, after, UNLIMITED))).toBe(param);
      expect(refuse(user('admin'), changeToken(before, after, UNLIMITED))).toBeUndefined();
    },
  );

  it('is not authorized for a member without the limits of the member', () => {
    expect(() => authorizeChange(user('member'), changeToken(OWN, { ...OWN, rpm: 5 }))).toThrow('are needed');
    expect(() => authorizeChange(user('member'), changeToken(undefined, OWN, GENERATED))).toThrow(
      'are needed',
    );
  });

  it('has the changed fields', () => {
    expect(authorizeChange(OPERATOR, changeToken(TOKEN, { ...TOKEN, rpm: 5 })).changes).toEqual({ rpm: 5 });
  });
});

describe('a change of a user', () => {
  const write = script('users:write');

  it.each([
    ['a member who owns nothing', undefined, MEMBER, { ownsNothing: true }, undefined],
    ['a member who may own something', undefined, MEMBER, {}, 'email'],
    ['an admin', undefined, { ...MEMBER, role: 'admin' }, { ownsNothing: true }, 'role'],
    ['a promotion', MEMBER, { ...MEMBER, role: 'admin' }, {}, 'role'],
    ['a demotion', { ...MEMBER, role: 'admin' }, MEMBER, {}, null],
    ['a password', MEMBER, { ...MEMBER, passwordHash: 'two' }, {}, 'password'],
    ['another address', MEMBER, { ...MEMBER, email: 'eve@example.com' }, {}, 'email'],
    ['limits', MEMBER, { ...MEMBER, rpm: 5 }, {}, undefined],
  ])('by a script with users:write: %s', (_name, before, after, facts, param) => {
    expect(refuse(write, changeUser(before, after, facts))).toBe(param);
    expect(refuse(script('*'), changeUser(before, after, facts))).toBeUndefined();
    expect(refuse(user('member'), changeUser(before, after, facts))).toBe(null);
  });

  it('by the user can only be a new password', () => {
    const own = { ...MEMBER, id: 'u1' };
    expect(refuse(user('member', true), changeUser(own, { ...own, passwordHash: 'two' }))).toBeUndefined();
    expect(refuse(user('member'), changeUser(own, { ...own, role: 'admin' }))).toBe(null);
  });
});

describe('other changes', () => {
  const LIMITED = { id: 'team' };
  const now = Date.now();

  it('need the scope of their kind', () => {
    const kinds = {
      channel: 'channels:write',
      model: 'models:write',
      'model-facts': 'models:write',
      setting: 'settings:write',
      config: 'config:write',
    } as const;
    for (const [kind, scope] of Object.entries(kinds)) {
      const change = {
        kind,
        before: undefined,
        after: { id: 'x', name: 'x' },
      } as unknown as WantedChange<'model'>;
      const others = Object.values(kinds).filter((other) => other !== scope);
      expect([kind, refuse(script(...others), change)]).toEqual([kind, null]);
      expect([kind, refuse(script(scope), change)]).toEqual([kind, undefined]);
      expect([kind, refuse(user('member'), change)]).toEqual([kind, null]);
      expect([kind, refuse(user('admin', true), change)]).toEqual([kind, null]);
    }
  });

  it('of an owner need users:write if the owner may be a user', () => {
    const change = { kind: 'owner', before: undefined, after: LIMITED } as const;
    expect(refuse(script('tokens:write'), change)).toBe('name');
    expect(refuse(script('tokens:write', 'users:write'), change)).toBeUndefined();
    expect(refuse(script('tokens:write'), { ...change, facts: { isNoUser: true } })).toBeUndefined();
  });

  it('of admin tokens cannot exceed the scopes and the lifetime of their creator', () => {
    const creator = script('admin-tokens:write', 'usage:read');
    expect(refuse(creator, createAdminToken(['usage:read'], null))).toBeUndefined();
    expect(refuse(creator, createAdminToken(['usage:write'], null))).toBe('scopes');
    const short = { ...creator, expiresAt: new Date(now) } as Principal;
    expect(refuse(short, createAdminToken(['usage:read'], null))).toBe('expires_at');
    expect(refuse(short, createAdminToken(['usage:read'], new Date(now + 1)))).toBe('expires_at');
    expect(refuse(short, createAdminToken(['usage:read'], new Date(now)))).toBeUndefined();
  });

  it('of the file cannot skip many generations without all scopes', () => {
    expect(refuse(script('config:write'), applyFile(1005))).toBeUndefined();
    expect(refuse(script('config:write'), applyFile(1006))).toBe('config.generation');
    expect(refuse(script('*'), applyFile(2_147_483_647))).toBeUndefined();
  });

  it('of a playground token are only for the signed-in user', () => {
    expect(refuse(user('member'), issueKey('ann@example.com'))).toBeUndefined();
    expect(refuse(user('admin'), issueKey('bob@example.com'))).toBe(null);
    expect(refuse(script('*'), issueKey('ann@example.com'))).toBe(null);
    expect(refuse(user('member', true), issueKey('ann@example.com'))).toBe(null);
  });
});
