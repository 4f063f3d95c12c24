import { pagesOf, refuseTakenName } from '#database';
import { type AuthorizedChange } from '#rights';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, In, IsNull, LessThanOrEqual, Not, type Repository } from 'typeorm';
import { ClientSecretEntity } from './client-secret.entity.js';
import { isUuid } from './is-uuid.js';
import { TokenEntity } from './token.entity.js';

/** A statement has at most 65,535 parameters, and a token 24. */
const INSERTED_AT_ONCE = 200;

/** A row without the columns that the database fills in. */
export type StoredToken = Omit<TokenEntity, 'createdAt' | 'updatedAt'>;

/** A token that nothing limits and that belongs to no owner. */
export const BLANK_TOKEN = {
  oldKeyHash: null,
  oldKeyHint: null,
  oldKeyUntil: null,
  owner: null,
  models: null,
  rpm: null,
  tpm: null,
  concurrency: null,
  requestsPerDay: null,
  budget: null,
  expiresAt: null,
  allowedIps: null,
  webhookUrl: null,
  webhookSecret: null,
  cacheTtlSeconds: null,
  contentDays: null,
  enabled: true,
} as const;

/** A key that stands for a token for as long as a session lasts, and until it expires. */
export type SessionKey = Pick<ClientSecretEntity, 'hash' | 'tokenId' | 'expiresAt'>;

@Injectable()
export class TokenRepository {
  private readonly tokens: Repository<TokenEntity>;

  constructor(@InjectDataSource() private readonly dataSource: Pick<DataSource, 'getRepository'>) {
    this.tokens = dataSource.getRepository(TokenEntity);
  }

  /** All that somebody has made. */
  async findAll(): Promise<TokenEntity[]> {
    return this.tokens.findBy({ origin: Not('playground') });
  }

  /**
   * All of them, some at a time, in the order of their ids: a hundred thousand at once would keep a process from
   * everything else for seconds.
   */
  findPages(pageSize?: number): AsyncGenerator<TokenEntity[]> {
    return pagesOf(this.tokens, { pageSize });
  }

  async findByIds(ids: string[]): Promise<TokenEntity[]> {
    return this.tokens.findBy({ id: In(ids) });
  }

  /** What stands for these tokens, or for any, while somebody is signed in. */
  async findSessionKeys(tokenIds?: string[]): Promise<SessionKey[]> {
    return this.dataSource.getRepository(ClientSecretEntity).find({
      where: { settings: IsNull(), ...(tokenIds === undefined ? {} : { tokenId: In(tokenIds) }) },
      select: { hash: true, tokenId: true, expiresAt: true },
    });
  }

  async findByName(name: string): Promise<TokenEntity | null> {
    return this.tokens.findOneBy({ name, origin: Not('playground') });
  }

  /** What tokens are called now, by their ids. */
  async findNames(tokenIds: Iterable<string>): Promise<ReadonlyMap<string, string>> {
    const ids = [...new Set(tokenIds)].filter(isUuid);
    if (ids.length === 0) return new Map();
    const tokens = await this.tokens.find({ where: { id: In(ids) }, select: { id: true, name: true } });
    return new Map(tokens.map(({ id, name }) => [id, name]));
  }

  /** Throws a GatewayError where another token has the name or the key. */
  async create({ after }: AuthorizedChange<'token', undefined, StoredToken>): Promise<TokenEntity> {
    await refuseTakenName('token', this.tokens.insert(after));
    return this.tokens.findOneByOrFail({ id: after.id });
  }

  /** Many at once. Throws a GatewayError where another token has the name or the key of one of them. */
  async createAll(changes: readonly AuthorizedChange<'token', undefined, StoredToken>[]): Promise<void> {
    for (let start = 0; start < changes.length; start += INSERTED_AT_ONCE) {
      const rows = changes.slice(start, start + INSERTED_AT_ONCE).map(({ after }) => after);
      await refuseTakenName('token', this.tokens.insert(rows));
    }
  }

  /** Throws a GatewayError where another token has the name or the key. */
  async update(change: AuthorizedChange<'token', TokenEntity, StoredToken>): Promise<TokenEntity> {
    const { before, changes } = change;
    if (Object.keys(changes).length === 0) return before;
    await refuseTakenName('token', this.tokens.update({ id: before.id }, changes));
    return this.tokens.findOneByOrFail({ id: before.id });
  }

  /** Turns off what has expired, so that lists show it and no process keeps it in memory. */
  async disableExpired(now: Date): Promise<number> {
    const { affected } = await this.tokens.update(
      { enabled: true, expiresAt: LessThanOrEqual(now) },
      { enabled: false },
    );
    return affected ?? 0;
  }

  /** Forgets keys that were replaced and whose time is over. */
  async forgetOldKeys(now: Date): Promise<number> {
    const { affected } = await this.tokens.update(
      { oldKeyUntil: LessThanOrEqual(now) },
      { oldKeyHash: null, oldKeyHint: null, oldKeyUntil: null },
    );
    return affected ?? 0;
  }
}
