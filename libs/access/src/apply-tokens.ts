import { type TokenConfig } from '#config';
import { generateTokenKey, hashTokenKey, tokenKeyHint } from '#secrets';
import { type TokenEntity } from './token.entity.js';
import { type NewToken, type TokenRepository } from './token.repository.js';

export interface IssuedToken {
  name: string;
  key: string;
}

/**
 * Makes the stored tokens what the config file says; what has left the file is disabled. Answers the keys
 * that were generated on the way: nobody can be shown them again.
 */
export async function applyTokens(
  repository: TokenRepository,
  wanted: readonly TokenConfig[],
): Promise<IssuedToken[]> {
  const existing = new Map((await repository.findAll()).map((token) => [token.name, token]));
  const issued: IssuedToken[] = [];
  for (const config of wanted) {
    const token = existing.get(config.name);
    if (token !== undefined) {
      await updateToken(repository, token, config);
    } else {
      const key = config.key ?? generateTokenKey();
      await repository.create({ ...settingsOf(config), ...keyOf(key), origin: 'file' });
      if (config.key === undefined) issued.push({ name: config.name, key });
    }
  }
  const names = new Set(wanted.map((config) => config.name));
  for (const token of existing.values()) {
    const hasLeftTheFile = token.origin === 'file' && token.enabled && !names.has(token.name);
    if (hasLeftTheFile) await repository.update(token.id, { enabled: false });
  }
  return issued;
}

async function updateToken(
  repository: TokenRepository,
  token: TokenEntity,
  config: TokenConfig,
): Promise<void> {
  const expiresAt = expiryOf(config);
  const hasExpired = expiresAt !== null && expiresAt.getTime() <= Date.now();
  const wanted = {
    ...settingsOf(config),
    ...(config.key === undefined ? {} : keyOf(config.key)),
    enabled: !hasExpired,
    origin: 'file' as const,
  };
  const changes = differences(token, wanted);
  if (Object.keys(changes).length > 0) await repository.update(token.id, changes);
}

function settingsOf(config: TokenConfig): Omit<NewToken, 'keyHash' | 'keyHint' | 'origin'> {
  return {
    name: config.name,
    owner: config.owner ?? null,
    models: config.models ? [...config.models] : null,
    allowedIps: config.allowedIps ? [...config.allowedIps] : null,
    expiresAt: expiryOf(config),
  };
}

function expiryOf({ expiresAt }: TokenConfig): Date | null {
  return expiresAt === undefined ? null : new Date(expiresAt);
}

function keyOf(key: string): Pick<TokenEntity, 'keyHash' | 'keyHint'> {
  return { keyHash: hashTokenKey(key), keyHint: tokenKeyHint(key) };
}

function differences(token: TokenEntity, wanted: Partial<TokenEntity>): Partial<TokenEntity> {
  const current = token as unknown as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(wanted).filter(([key, value]) => JSON.stringify(current[key]) !== JSON.stringify(value)),
  );
}
