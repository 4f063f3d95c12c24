import { randomUUID } from 'node:crypto';
import { type TokenConfig } from '#config';
import { type SecretBox, generateTokenKey, hashTokenKey, tokenKeyHint } from '#secrets';
import { type DeclaredStates } from '#settings';
import { limitColumns } from './limits.js';
import { replaceWebhookSecret } from './stored-webhook-secret.js';
import { type TokenEntity } from './token.entity.js';
import { type NewToken, type TokenRepository } from './token.repository.js';

export interface IssuedToken {
  name: string;
  key: string;
}

interface ApplyTokensOptions {
  secretBox: SecretBox;
  states: DeclaredStates;
}

/**
 * Makes the stored tokens what the config file says; what has left the file is disabled. Answers the keys
 * that were generated on the way: nobody can be shown them again. What somebody has switched against the file stays
 * switched.
 */
export async function applyTokens(
  repository: TokenRepository,
  wanted: readonly TokenConfig[],
  { secretBox, states }: ApplyTokensOptions,
): Promise<IssuedToken[]> {
  const existing = await repository.findAll();
  const names = new Set(wanted.map((config) => config.name));
  const kept = new Set<TokenEntity>();
  const issued: IssuedToken[] = [];
  for (const config of wanted) {
    const token = findStored(existing, config, names);
    if (token !== undefined) {
      kept.add(token);
      const settings = buildSettings(config, token, secretBox);
      const enabled = await states.settle(token.id, settings.enabled === true);
      await updateToken(repository, token, config, { ...settings, enabled });
    } else {
      const key = config.key ?? generateTokenKey();
      const blank = { id: randomUUID(), webhookSecret: null };
      await repository.create({ id: blank.id, ...buildSettings(config, blank, secretBox), ...buildKey(key) });
      if (config.key === undefined) issued.push({ name: config.name, key });
    }
  }
  for (const token of existing) {
    if (token.origin !== 'file' || kept.has(token)) continue;
    const isEnabled = await states.settle(token.id, false);
    if (token.enabled && !isEnabled) await repository.update(token.id, { enabled: false });
  }
  return issued;
}

/** By its name; else by its key, where that was stored under a name that the file does not use: it was renamed. */
function findStored(
  existing: readonly TokenEntity[],
  { name, key }: TokenConfig,
  namesInUse: ReadonlySet<string>,
): TokenEntity | undefined {
  const named = existing.find((token) => token.name === name);
  if (named !== undefined || key === undefined) return named;
  const hash = hashTokenKey(key);
  return existing.find((token) => !namesInUse.has(token.name) && token.keyHash.equals(hash));
}

async function updateToken(
  repository: TokenRepository,
  token: TokenEntity,
  { key }: TokenConfig,
  settings: Partial<TokenEntity>,
): Promise<void> {
  const wanted = { ...settings, ...(key === undefined ? {} : buildKey(key)) };
  const changes = differences(token, wanted);
  if (Object.keys(changes).length > 0) await repository.update(token.id, changes);
}

function buildSettings(
  config: TokenConfig,
  stored: Pick<TokenEntity, 'id' | 'webhookSecret'>,
  secretBox: SecretBox,
): Omit<NewToken, 'keyHash' | 'keyHint'> {
  const expiresAt = getExpiry(config);
  return {
    name: config.name,
    owner: config.owner ?? null,
    models: config.models ? [...config.models] : null,
    allowedIps: config.allowedIps ? [...config.allowedIps] : null,
    expiresAt,
    webhookUrl: config.webhook?.url ?? null,
    webhookSecret: replaceWebhookSecret(secretBox, stored, config.webhook?.secret),
    ...limitColumns(config),
    cacheTtlSeconds: config.cacheTtlSeconds ?? null,
    contentDays: config.storeContent?.ttlDays ?? null,
    enabled: expiresAt === null || expiresAt.getTime() > Date.now(),
    origin: 'file',
  };
}

function getExpiry({ expiresAt }: TokenConfig): Date | null {
  return expiresAt === undefined ? null : new Date(expiresAt);
}

function buildKey(key: string): Pick<TokenEntity, 'keyHash' | 'keyHint'> {
  return { keyHash: hashTokenKey(key), keyHint: tokenKeyHint(key) };
}

function differences(token: TokenEntity, wanted: Partial<TokenEntity>): Partial<TokenEntity> {
  const current = token as unknown as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(wanted).filter(([key, value]) => JSON.stringify(current[key]) !== JSON.stringify(value)),
  );
}
