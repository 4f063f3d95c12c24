import { hashTokenKeyToHex } from '#secrets';
import { LOGGER, type Logger } from '#telemetry';
import { Inject, Injectable } from '@nestjs/common';
import { OwnerDirectory } from './owner-directory.js';
import { type Token, asToken, withOldKey } from './token.js';
import { type TokenEntity } from './token.entity.js';
import { type SessionKey, TokenRepository } from './token.repository.js';

interface TokenIndex {
  readonly byHash: Map<string, Token>;
  readonly hashById: Map<string, string>;
  /** The hash of the old key, for tokens whose old key is still valid. */
  readonly oldHashById: Map<string, string>;
  /** The hashes of the keys of console sessions. */
  readonly sessionHashesById: Map<string, string[]>;
}

/**
 * All tokens in memory, by the hash of the whole key, so that a lookup needs no database. A token whose key was replaced
 * has both hashes until the old key expires.
 */
@Injectable()
export class TokenDirectory {
  private index = createTokenIndex();
  private readonly changedIds = new Set<string>();
  private refreshing: Promise<void> | undefined;
  /** Loads run one after the other: otherwise an older one that ends later would restore outdated rows. */
  private lastLoad: Promise<void> = Promise.resolve();

  constructor(
    private readonly repository: TokenRepository,
    private readonly owners: OwnerDirectory,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  find(key: string): Token | undefined {
    return this.findByHash(hashTokenKeyToHex(key));
  }

  /** Undefined if the token was deleted. */
  findById(id: string): Token | undefined {
    const hash = this.index.hashById.get(id);
    const token = hash === undefined ? undefined : this.findByHash(hash);
    return token?.id === id ? token : undefined;
  }

  /** The current version of a token; undefined if it was deleted or its console session has ended. */
  findCurrent({ id, sessionKeyHash }: Pick<Token, 'id' | 'sessionKeyHash'>): Token | undefined {
    return sessionKeyHash === undefined ? this.findById(id) : this.findByHash(sessionKeyHash);
  }

  reload(): Promise<void> {
    return this.enqueueLoad(() => this.loadAll());
  }

  /**
   * Loads a changed token. Changes that arrive during a load are loaded together afterwards. If loading fails, this
   * rejects, and only `reload` loads the change.
   */
  refresh(id: string): Promise<void> {
    this.changedIds.add(id);
    this.refreshing ??= this.enqueueLoad(() => this.loadChanged());
    return this.refreshing;
  }

  /** Stores the token with the model list of its owner, so that it is the same object until the list changes. */
  private findByHash(hash: string): Token | undefined {
    const { byHash } = this.index;
    const token = byHash.get(hash);
    if (token === undefined) return undefined;
    const current = this.owners.withOwnerModels(token);
    if (current !== token) byHash.set(hash, current);
    return current;
  }

  private enqueueLoad(read: () => Promise<void>): Promise<void> {
    const load = this.lastLoad.then(read);
    this.lastLoad = load.catch(() => undefined);
    return load;
  }

  private async loadAll(): Promise<void> {
    const read = createTokenIndex();
    for await (const entities of this.repository.findPages()) {
      for (const entity of entities) addToken(entity, read);
    }
    for (const key of await this.repository.findSessionKeys()) addSessionKey(key, read);
    this.index = read;
  }

  private async loadChanged(): Promise<void> {
    const ids = [...this.changedIds];
    this.changedIds.clear();
    this.refreshing = undefined;
    try {
      const entities = await this.repository.findByIds(ids);
      const isOfPlayground = entities.some(({ origin }) => origin === 'playground');
      const keys = isOfPlayground ? await this.repository.findSessionKeys(ids) : [];
      for (const id of ids) this.removeToken(id);
      for (const entity of entities) addToken(entity, this.index);
      for (const key of keys) addSessionKey(key, this.index);
    } catch (error) {
      this.logger.warn({ err: error }, 'changed tokens could not be loaded');
      throw error;
    }
  }

  private removeToken(id: string): void {
    const { byHash, hashById, oldHashById, sessionHashesById } = this.index;
    for (const hash of sessionHashesById.get(id) ?? []) byHash.delete(hash);
    sessionHashesById.delete(id);
    for (const hashes of [hashById, oldHashById]) {
      const hash = hashes.get(id);
      // Another token may have this key now.
      if (hash !== undefined && byHash.get(hash)?.id === id) byHash.delete(hash);
      hashes.delete(id);
    }
  }
}

function createTokenIndex(): TokenIndex {
  return { byHash: new Map(), hashById: new Map(), oldHashById: new Map(), sessionHashesById: new Map() };
}

function addToken(entity: TokenEntity, { byHash, hashById, oldHashById }: TokenIndex): void {
  const { id, keyHash, oldKeyHash, oldKeyUntil } = entity;
  const token = asToken(entity);
  const hash = keyHash.toString('hex');
  byHash.set(hash, token);
  hashById.set(id, hash);
  if (oldKeyHash == null || oldKeyUntil == null) return;
  const oldHash = oldKeyHash.toString('hex');
  // The current key of another token takes precedence over the old key of this one.
  if (byHash.has(oldHash)) return;
  byHash.set(oldHash, withOldKey(token, oldKeyUntil));
  oldHashById.set(id, oldHash);
}

/** Must be called after `addToken` for its token: the entry is a copy of the token with the expiry of the session key. */
function addSessionKey(
  { hash: bytes, tokenId, expiresAt }: SessionKey,
  { byHash, hashById, sessionHashesById }: TokenIndex,
): void {
  const token = byHash.get(hashById.get(tokenId) ?? '');
  if (token === undefined) return;
  const hash = bytes.toString('hex');
  byHash.set(hash, { ...token, expiresAtMs: expiresAt.getTime(), sessionKeyHash: hash });
  sessionHashesById.set(tokenId, [...(sessionHashesById.get(tokenId) ?? []), hash]);
}
