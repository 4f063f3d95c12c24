import { TokenEntity } from '#access';
import { Database, type Transaction } from '#database';
import { Injectable } from '@nestjs/common';
import { keysetPage } from '../lists/keyset-page.repository.js';
import { type Page } from '../lists/page.js';
import { refuseTakenName } from '../refuse-taken-name.repository.js';
import { type TokenListQuery } from './token.dto.js';
import { TOKEN_SORT_COLUMNS } from './token-sorts.js';

/** An owner that rows have to be of; undefined where anybody's will do. */
type Whose = string | undefined;

const STATUS_CONDITIONS = {
  active: 'token.enabled AND (token.expires_at IS NULL OR token.expires_at > now())',
  expired: 'token.expires_at <= now()',
  revoked: 'NOT token.enabled AND (token.expires_at IS NULL OR token.expires_at > now())',
} as const;

@Injectable()
export class TokensRepository {
  constructor(private readonly database: Database) {}

  async list({ owner, status, search, ...paging }: TokenListQuery, whose: Whose): Promise<Page<TokenEntity>> {
    const rows = this.database.getRepository(TokenEntity).createQueryBuilder('token');
    if (whose !== undefined) rows.andWhere('token.owner = :whose', { whose });
    if (owner !== undefined) rows.andWhere('token.owner = :owner', { owner });
    if (status !== undefined) rows.andWhere(`(${STATUS_CONDITIONS[status]})`);
    if (search !== undefined) rows.andWhere('position(lower(:search) IN lower(token.name)) > 0', { search });
    return keysetPage(rows, TOKEN_SORT_COLUMNS, paging);
  }

  async find(id: string, whose: Whose): Promise<TokenEntity | null> {
    return this.database.getRepository(TokenEntity).findOneBy(placeOf(id, whose));
  }

  /** Nobody else changes it before the transaction has ended. */
  async lock(transaction: Transaction, id: string, whose: Whose): Promise<TokenEntity | null> {
    return transaction.getRepository(TokenEntity).findOne({
      where: placeOf(id, whose),
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** How many an owner has that can be used. */
  async countActive(transaction: Transaction, owner: string): Promise<number> {
    return transaction
      .getRepository(TokenEntity)
      .createQueryBuilder('token')
      .where('token.owner = :owner', { owner })
      .andWhere(STATUS_CONDITIONS.active)
      .getCount();
  }

  async insert(
    transaction: Transaction,
    token: Omit<TokenEntity, 'createdAt' | 'updatedAt'>,
  ): Promise<TokenEntity> {
    await refuseTakenName('token', transaction.getRepository(TokenEntity).insert(token));
    return transaction.getRepository(TokenEntity).findOneByOrFail({ id: token.id });
  }

  async update(transaction: Transaction, id: string, changes: Partial<TokenEntity>): Promise<TokenEntity> {
    await refuseTakenName('token', transaction.getRepository(TokenEntity).update({ id }, changes));
    return transaction.getRepository(TokenEntity).findOneByOrFail({ id });
  }
}

function placeOf(id: string, owner: Whose): { id: string; owner?: string } {
  return owner === undefined ? { id } : { id, owner };
}
