import { type Logger } from '#telemetry';
import { hashTokenKey } from '#secrets';
import { AddressList } from './address-list.js';
import { type TokenEntity } from './token.entity.js';
import { type TokenRepository } from './token.repository.js';

/** A token as requests see it. */
export interface Token {
  readonly id: string;
  readonly name: string;
  /** Tokens of one owner see each other's stored things; a token without one stands alone. */
  readonly owner: string;
  readonly models: readonly string[] | undefined;
  readonly allowedAddresses: AddressList | undefined;
  readonly expiresAtMs: number;
  readonly isEnabled: boolean;
}

/** Every token, in memory, by the hash of the whole key: asking for one costs no database. */
export class TokenDirectory {
  private byHash = new Map<string, Token>();
  private hashById = new Map<string, string>();
  private readonly changedIds = new Set<string>();
  private refreshing: Promise<void> | undefined;

  constructor(
    private readonly repository: TokenRepository,
    private readonly logger: Logger,
  ) {}

  find(key: string): Token | undefined {
    return this.byHash.get(hashTokenKey(key).toString('hex'));
  }

  async reload(): Promise<void> {
    const entities = await this.repository.findAll();
    this.byHash = new Map();
    this.hashById = new Map();
    for (const entity of entities) this.put(entity);
  }

  /** Changes that come while a refresh is under way are read by the next one. */
  refresh(id: string): void {
    this.changedIds.add(id);
    this.refreshing ??= this.refreshChanged().finally(() => {
      this.refreshing = undefined;
    });
  }

  private async refreshChanged(): Promise<void> {
    while (this.changedIds.size > 0) {
      const ids = [...this.changedIds];
      this.changedIds.clear();
      try {
        const entities = await this.repository.findByIds(ids);
        for (const id of ids) this.drop(id);
        for (const entity of entities) this.put(entity);
      } catch (error) {
        // The database is away; the change feed then reports a gap, and everything is read again.
        this.logger.warn({ error }, 'could not read changed tokens');
        return;
      }
    }
  }

  private put(entity: TokenEntity): void {
    const hash = entity.keyHash.toString('hex');
    this.byHash.set(hash, asToken(entity));
    this.hashById.set(entity.id, hash);
  }

  private drop(id: string): void {
    const hash = this.hashById.get(id);
    if (hash === undefined) return;
    this.byHash.delete(hash);
    this.hashById.delete(id);
  }
}

function asToken(entity: TokenEntity): Token {
  return {
    id: entity.id,
    name: entity.name,
    owner: entity.owner ?? `token:${entity.id}`,
    models: entity.models ?? undefined,
    allowedAddresses: entity.allowedIps === null ? undefined : new AddressList(entity.allowedIps),
    expiresAtMs: entity.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
    isEnabled: entity.enabled,
  };
}
