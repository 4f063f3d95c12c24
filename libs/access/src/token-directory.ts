import { hashTokenKeyToHex } from '#secrets';
import { LOGGER, type Logger } from '#telemetry';
import { Inject, Injectable } from '@nestjs/common';
import { type Token, asToken } from './token.js';
import { type TokenEntity } from './token.entity.js';
import { TokenRepository } from './token.repository.js';

/** Every token, in memory, by the hash of the whole key: asking for one costs no database. */
@Injectable()
export class TokenDirectory {
  private byHash = new Map<string, Token>();
  private hashById = new Map<string, string>();
  private readonly changedIds = new Set<string>();
  private refreshing: Promise<void> | undefined;
  /** One reading at a time: an older one that ends later would bring back what has changed since. */
  private lastReading: Promise<void> = Promise.resolve();

  constructor(
    private readonly repository: TokenRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  find(key: string): Token | undefined {
    return this.byHash.get(hashTokenKeyToHex(key));
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
