import { hashTokenKey } from '#secrets';
import { LOGGER, type Logger } from '#telemetry';
import { Inject, Injectable } from '@nestjs/common';
import { type Token, asToken } from './token.js';
import { type TokenEntity } from './token.entity.js';
import { TokenRepository } from './token.repository.js';

/** To hash a key takes longer than to look it up; in the clear they are kept no longer than that is of use. */
const MAX_RECENT = 1_000;
const FORGET_MS = 60_000;

/** Every token, in memory, by the hash of the whole key: asking for one costs no database. */
@Injectable()
export class TokenDirectory {
  private byHash = new Map<string, Token>();
  private hashById = new Map<string, string>();
  /** Of keys that were shown lately. Whether a token still holds is looked up for each request all the same. */
  private readonly recentHashes = new Map<string, string>();
  private forgetAtMs = 0;
  private readonly changedIds = new Set<string>();
  private refreshing: Promise<void> | undefined;
  /** One reading at a time: an older one that ends later would bring back what has changed since. */
  private lastReading: Promise<void> = Promise.resolve();

  constructor(
    private readonly repository: TokenRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  find(key: string): Token | undefined {
    const now = performance.now();
    if (now > this.forgetAtMs || this.recentHashes.size >= MAX_RECENT) {
      this.recentHashes.clear();
      this.forgetAtMs = now + FORGET_MS;
    }
    const known = this.recentHashes.get(key);
    if (known !== undefined) return this.byHash.get(known);
    const hash = hashTokenKey(key).toString('hex');
    const token = this.byHash.get(hash);
    if (token !== undefined) this.recentHashes.set(key, hash);
    return token;
  }

  /** As it is now; undefined where it has been deleted. */
  findById(id: string): Token | undefined {
    const hash = this.hashById.get(id);
    const token = hash === undefined ? undefined : this.byHash.get(hash);
    return token?.id === id ? token : undefined;
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

  private inTurn(read: () => Promise<void>): Promise<void> {
    const reading = this.lastReading.then(read);
    this.lastReading = reading.catch(() => undefined);
    return reading;
  }

  private async readAll(): Promise<void> {
    const byHash = new Map<string, Token>();
    const hashById = new Map<string, string>();
    for await (const entities of this.repository.findPages()) {
      for (const entity of entities) put(entity, byHash, hashById);
    }
    this.byHash = byHash;
    this.hashById = hashById;
  }

  private async readChanged(): Promise<void> {
    const ids = [...this.changedIds];
    this.changedIds.clear();
    this.refreshing = undefined;
    try {
      const entities = await this.repository.findByIds(ids);
      for (const id of ids) this.drop(id);
      for (const entity of entities) put(entity, this.byHash, this.hashById);
    } catch (error) {
      this.logger.warn({ err: error }, 'could not read changed tokens');
      throw error;
    }
  }

  private drop(id: string): void {
    const hash = this.hashById.get(id);
    if (hash === undefined) return;
    // The key may have gone over to another token by now.
    if (this.byHash.get(hash)?.id === id) this.byHash.delete(hash);
    this.hashById.delete(id);
  }
}

function put(entity: TokenEntity, byHash: Map<string, Token>, hashById: Map<string, string>): void {
  const hash = entity.keyHash.toString('hex');
  byHash.set(hash, asToken(entity));
  hashById.set(entity.id, hash);
}
