import { hashTokenKeyToHex } from '#secrets';
import { LOGGER, type Logger } from '#telemetry';
import { Inject, Injectable } from '@nestjs/common';
import { OwnerDirectory } from './owner-directory.js';
import { type Token, asToken, withOldKey } from './token.js';
import { type TokenEntity } from './token.entity.js';
import { type SessionKey, TokenRepository } from './token.repository.js';

interface KnownTokens {
  readonly byHash: Map<string, Token>;
  readonly hashById: Map<string, string>;
  /** Of those whose old key may still be used. */
  readonly oldHashById: Map<string, string>;
  /** Of the keys that stand for a token while somebody is signed in. */
  readonly sessionHashesById: Map<string, string[]>;
}

/**
 * Every token, in memory, by the hash of the whole key: asking for one costs no database. A token that was given a new
 * key is there under both hashes until the old one's time is over, so finding it is one look-up for either.
 */
@Injectable()
export class TokenDirectory {
  private known = createKnownTokens();
  private readonly changedIds = new Set<string>();
  private refreshing: Promise<void> | undefined;
  /** One reading at a time: an older one that ends later would bring back what has changed since. */
  private lastReading: Promise<void> = Promise.resolve();

  constructor(
    private readonly repository: TokenRepository,
    private readonly owners: OwnerDirectory,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  find(key: string): Token | undefined {
    return this.findByHash(hashTokenKeyToHex(key));
  }

  /** As it is now; undefined where it has been deleted. */
  findById(id: string): Token | undefined {
    const hash = this.known.hashById.get(id);
    const token = hash === undefined ? undefined : this.findByHash(hash);
    return token?.id === id ? token : undefined;
  }

  /** The same token as it is now; undefined where it has been deleted, or the session has ended that it was of. */
  findCurrent({ id, sessionKeyHash }: Pick<Token, 'id' | 'sessionKeyHash'>): Token | undefined {
    return sessionKeyHash === undefined ? this.findById(id) : this.findByHash(sessionKeyHash);
  }

  reload(): Promise<void> {
    return this.inTurn(() => this.readAll());
  }

  /**
   * Changes that come while one is being read are read together with the next. Rejects where they could not be
   * read; only a reload makes up for them then.
   */
  refresh(id: string): Promise<void> {
    this.changedIds.add(id);
    this.refreshing ??= this.inTurn(() => this.readChanged());
    return this.refreshing;
  }

  /** Kept with the list of its owner, so that it is the same object until that changes. */
  private findByHash(hash: string): Token | undefined {
    const { byHash } = this.known;
    const token = byHash.get(hash);
    if (token === undefined) return undefined;
    const current = this.owners.withOwnerModels(token);
    if (current !== token) byHash.set(hash, current);
    return current;
  }

  private inTurn(read: () => Promise<void>): Promise<void> {
    const reading = this.lastReading.then(read);
    this.lastReading = reading.catch(() => undefined);
    return reading;
  }

  private async readAll(): Promise<void> {
    const read = createKnownTokens();
    for await (const entities of this.repository.findPages()) {
      for (const entity of entities) put(entity, read);
    }
    for (const key of await this.repository.findSessionKeys()) putSessionKey(key, read);
    this.known = read;
  }

  private async readChanged(): Promise<void> {
    const ids = [...this.changedIds];
    this.changedIds.clear();
    this.refreshing = undefined;
    try {
      const entities = await this.repository.findByIds(ids);
      const isOfPlayground = entities.some(({ origin }) => origin === 'playground');
      const keys = isOfPlayground ? await this.repository.findSessionKeys(ids) : [];
      for (const id of ids) this.drop(id);
      for (const entity of entities) put(entity, this.known);
      for (const key of keys) putSessionKey(key, this.known);
    } catch (error) {
      this.logger.warn({ err: error }, 'could not read changed tokens');
      throw error;
    }
  }

  private drop(id: string): void {
    const { byHash, hashById, oldHashById, sessionHashesById } = this.known;
    for (const hash of sessionHashesById.get(id) ?? []) byHash.delete(hash);
    sessionHashesById.delete(id);
    for (const hashes of [hashById, oldHashById]) {
      const hash = hashes.get(id);
      // The key may have gone over to another token by now.
      if (hash !== undefined && byHash.get(hash)?.id === id) byHash.delete(hash);
      hashes.delete(id);
    }
  }
}

function createKnownTokens(): KnownTokens {
  return { byHash: new Map(), hashById: new Map(), oldHashById: new Map(), sessionHashesById: new Map() };
}

function put(entity: TokenEntity, { byHash, hashById, oldHashById }: KnownTokens): void {
  const { id, keyHash, oldKeyHash, oldKeyUntil } = entity;
  const token = asToken(entity);
  const hash = keyHash.toString('hex');
  byHash.set(hash, token);
  hashById.set(id, hash);
  if (oldKeyHash == null || oldKeyUntil == null) return;
  const oldHash = oldKeyHash.toString('hex');
  // A key that is another token's now is that one's alone.
  if (byHash.has(oldHash)) return;
  byHash.set(oldHash, withOldKey(token, oldKeyUntil));
  oldHashById.set(id, oldHash);
}

/** After its token, of which it has everything but the time. */
function putSessionKey(
  { hash: bytes, tokenId, expiresAt }: SessionKey,
  { byHash, hashById, sessionHashesById }: KnownTokens,
): void {
  const token = byHash.get(hashById.get(tokenId) ?? '');
  if (token === undefined) return;
  const hash = bytes.toString('hex');
  byHash.set(hash, { ...token, expiresAtMs: expiresAt.getTime(), sessionKeyHash: hash });
  sessionHashesById.set(tokenId, [...(sessionHashesById.get(tokenId) ?? []), hash]);
}
