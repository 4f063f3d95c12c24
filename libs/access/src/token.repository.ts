import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, In, IsNull, LessThanOrEqual, MoreThan, Not, type Repository } from 'typeorm';
import { ClientSecretEntity } from './client-secret.entity.js';
import { isUuid } from './is-uuid.js';
import { type LimitColumns } from './limits.js';
import { type Origin, TokenEntity } from './token.entity.js';

/** Read and made into objects in a few milliseconds. */
const PAGE_SIZE = 250;

export type NewToken = Pick<TokenEntity, 'name' | 'keyHash' | 'keyHint'> &
  Partial<
    Pick<
      TokenEntity,
      | 'id'
      | 'owner'
      | 'models'
      | 'allowedIps'
      | 'expiresAt'
      | 'webhookUrl'
      | 'webhookSecret'
      | 'cacheTtlSeconds'
      | 'contentDays'
      | 'enabled'
      | keyof LimitColumns
    >
  > & {
    origin: Origin;
  };

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
  async *findPages(pageSize = PAGE_SIZE): AsyncGenerator<TokenEntity[]> {
    let page: TokenEntity[] = [];
    do {
      const last = page.at(-1)?.id;
      const where = last === undefined ? {} : { id: MoreThan(last) };
      page = await this.tokens.find({ where, order: { id: 'ASC' }, take: pageSize });
      yield page;
    } while (page.length === pageSize);
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

  async create(token: NewToken): Promise<void> {
    await this.tokens.insert({ id: randomUUID(), enabled: true, ...token });
  }

  async update(id: string, changes: Partial<TokenEntity>): Promise<void> {
    await this.tokens.update({ id }, changes);
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
