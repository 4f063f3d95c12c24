import { TOKEN_SETTINGS } from '#declarations';
import { pagesOf, refuseTakenName } from '#database';
import { type AuthorizedChange } from '#rights';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, In, IsNull, LessThanOrEqual, Not, type Repository } from 'typeorm';
import { ClientSecretEntity } from './client-secret.entity.js';
import { isUuid } from './is-uuid.js';
import { toSettingColumns } from './setting-columns.js';
import { TokenEntity } from './token.entity.js';

/** A statement has at most 65,535 parameters, and a token 24. */
const INSERT_BATCH_SIZE = 200;

/** A row without the columns that the database fills in. */
export type StoredToken = Omit<TokenEntity, 'createdAt' | 'updatedAt'>;

/** A token without settings. */
export const BLANK_TOKEN = {
  ...toSettingColumns(TOKEN_SETTINGS, {}),
  webhookUrl: null,
  webhookSecret: null,
  oldKeyHash: null,
  oldKeyHint: null,
  oldKeyUntil: null,
  enabled: true,
} as const;

/** A key of a token that is valid only during a console session. */
export type SessionKey = Pick<ClientSecretEntity, 'hash' | 'tokenId' | 'expiresAt'>;

@Injectable()
export class TokenRepository {
  private readonly tokens: Repository<TokenEntity>;

  constructor(@InjectDataSource() private readonly dataSource: Pick<DataSource, 'getRepository'>) {
    this.tokens = dataSource.getRepository(TokenEntity);
  }

  /** All tokens except those of the playground. */
  async findAll(): Promise<TokenEntity[]> {
    return this.tokens.findBy({ origin: Not('playground') });
  }

  /**
   * All tokens in pages, by id: loading 100,000 at once would block the event loop for seconds.
   */
  findPages(pageSize?: number): AsyncGenerator<TokenEntity[]> {
    return pagesOf(this.tokens, { pageSize });
  }

  async findByIds(ids: string[]): Promise<TokenEntity[]> {
    return this.tokens.findBy({ id: In(ids) });
  }

  /** The session keys of these tokens, or of all. */
  async findSessionKeys(tokenIds?: string[]): Promise<SessionKey[]> {
    return this.dataSource.getRepository(ClientSecretEntity).find({
      where: { settings: IsNull(), ...(tokenIds === undefined ? {} : { tokenId: In(tokenIds) }) },
      select: { hash: true, tokenId: true, expiresAt: true },
    });
  }

  async findByName(name: string): Promise<TokenEntity | null> {
    return this.tokens.findOneBy({ name, origin: Not('playground') });
  }

  /** The current names of tokens, by id. */
  async findNames(tokenIds: Iterable<string>): Promise<ReadonlyMap<string, string>> {
    const ids = [...new Set(tokenIds)].filter(isUuid);
    if (ids.length === 0) return new Map();
    const tokens = await this.tokens.find({ where: { id: In(ids) }, select: { id: true, name: true } });
    return new Map(tokens.map(({ id, name }) => [id, name]));
  }

  /** Throws a GatewayError if another token has the name or the key. */
  async create({ after }: AuthorizedChange<'token', undefined, StoredToken>): Promise<TokenEntity> {
    await refuseTakenName('token', this.tokens.insert(after));
    return this.tokens.findOneByOrFail({ id: after.id });
  }

  /** Throws a GatewayError if another token has the name or the key of one of them. */
  async createAll(changes: readonly AuthorizedChange<'token', undefined, StoredToken>[]): Promise<void> {
    for (let start = 0; start < changes.length; start += INSERT_BATCH_SIZE) {
      const rows = changes.slice(start, start + INSERT_BATCH_SIZE).map(({ after }) => after);
      await refuseTakenName('token', this.tokens.insert(rows));
    }
  }

  /** Throws a GatewayError if another token has the name or the key. */
  async update(change: AuthorizedChange<'token', TokenEntity, StoredToken>): Promise<TokenEntity> {
    const { before, changes } = change;
    if (Object.keys(changes).length === 0) return before;
    await refuseTakenName('token', this.tokens.update({ id: before.id }, changes));
    return this.tokens.findOneByOrFail({ id: before.id });
  }

  /** Sets `enabled` to false for expired tokens. */
  async disableExpired(now: Date): Promise<number> {
    const { affected } = await this.tokens.update(
      { enabled: true, expiresAt: LessThanOrEqual(now) },
      { enabled: false },
    );
    return affected ?? 0;
  }

  /** Deletes replaced keys that have expired. */
  async deleteOldKeys(now: Date): Promise<number> {
    const { affected } = await this.tokens.update(
      { oldKeyUntil: LessThanOrEqual(now) },
      { oldKeyHash: null, oldKeyHint: null, oldKeyUntil: null },
    );
    return affected ?? 0;
  }
}
