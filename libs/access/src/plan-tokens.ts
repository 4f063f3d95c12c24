import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type TokenConfig } from '#config';
import { TOKEN_SETTINGS } from '#declarations';
import { type SecretBox, generateTokenKey, hashTokenKey, tokenKeyHint } from '#secrets';
import { type DeclaredStates } from '#settings';
import { toSettingColumns } from './setting-columns.js';
import { replaceWebhookSecret } from './stored-webhook-secret.js';
import { type TokenEntity } from './token.entity.js';
import { BLANK_TOKEN, type StoredToken } from './token.repository.js';

export interface PlannedToken {
  kind: 'token';
  before: TokenEntity | undefined;
  after: StoredToken;
  /** The index in the config file; undefined if the token was removed from it. */
  position: number | undefined;
  /** The key of a new token, if the file does not have one. */
  generatedKey?: string | undefined;
}

interface PlanTokensOptions {
  secretBox: SecretBox;
  states: DeclaredStates;
}

/**
 * The changes that make the stored tokens equal to the config file. Tokens that were removed from the file are
 * disabled. Yields once for every token, so that the caller can pause.
 */
export function* planTokens(
  existing: readonly TokenEntity[],
  wanted: readonly TokenConfig[],
  { secretBox, states }: PlanTokensOptions,
): Generator<PlannedToken | undefined> {
  const stored = new StoredByName(existing, wanted);
  const declared = new Set<TokenEntity>();
  for (const [position, config] of wanted.entries()) {
    const before = stored.find(config);
    if (before === undefined) {
      yield planNew(config, position, secretBox);
      continue;
    }
    declared.add(before);
    const settings = buildSettings(config, before, secretBox);
    const enabled = states.resolve(before.id, settings.enabled);
    const key = config.key === undefined ? {} : buildKey(config.key);
    const after = Object.assign({}, before, settings, key, { enabled });
    yield hasSameColumns(before, after) ? undefined : { kind: 'token', before, after, position };
  }
  for (const before of existing) {
    if (before.origin !== 'file' || declared.has(before)) continue;
    const isDisabled = !states.resolve(before.id, false) && before.enabled;
    const after = Object.assign({}, before, { enabled: false });
    yield isDisabled ? { kind: 'token', before, after, position: undefined } : undefined;
  }
}

function hasSameColumns(before: TokenEntity, after: StoredToken): boolean {
  const stored = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after).every(([column, value]) => isDeepStrictEqual(stored.get(column), value));
}

function planNew(config: TokenConfig, position: number, secretBox: SecretBox): PlannedToken {
  const generatedKey = config.key === undefined ? generateTokenKey() : undefined;
  const blank = { ...BLANK_TOKEN, id: randomUUID() };
  const settings = buildSettings(config, blank, secretBox);
  const after = { ...blank, ...settings, ...buildKey(config.key ?? generatedKey ?? '') };
  return { kind: 'token', before: undefined, after, position, generatedKey };
}

/** Finds stored tokens by name, else by key. A key whose stored name is not in the file belongs to a renamed token. */
class StoredByName {
  private readonly byName: ReadonlyMap<string, TokenEntity>;
  private readonly renamedByKey: ReadonlyMap<string, TokenEntity>;

  constructor(existing: readonly TokenEntity[], wanted: readonly TokenConfig[]) {
    const names = new Set(wanted.map(({ name }) => name));
    this.byName = new Map(existing.map((token) => [token.name, token]));
    this.renamedByKey = new Map(
      existing.filter(({ name }) => !names.has(name)).map((token) => [token.keyHash.toString('hex'), token]),
    );
  }

  find({ name, key }: TokenConfig): TokenEntity | undefined {
    const named = this.byName.get(name);
    if (named !== undefined || key === undefined) return named;
    return this.renamedByKey.get(hashTokenKey(key).toString('hex'));
  }
}

type DeclaredSettings = Omit<
  StoredToken,
  'id' | 'keyHash' | 'keyHint' | 'oldKeyHash' | 'oldKeyHint' | 'oldKeyUntil'
>;

function buildSettings(
  config: TokenConfig,
  stored: Pick<TokenEntity, 'id' | 'webhookSecret'>,
  secretBox: SecretBox,
): DeclaredSettings {
  const columns = toSettingColumns(TOKEN_SETTINGS, config);
  return {
    name: config.name,
    ...columns,
    webhookUrl: config.webhook?.url ?? null,
    webhookSecret: replaceWebhookSecret(secretBox, stored, config.webhook?.secret),
    enabled: columns.expiresAt === null || columns.expiresAt.getTime() > Date.now(),
    origin: 'file',
  };
}

function buildKey(key: string): Pick<TokenEntity, 'keyHash' | 'keyHint'> {
  return { keyHash: hashTokenKey(key), keyHint: tokenKeyHint(key) };
}
