import {
  type Page,
  type PageRequest,
  type SortColumns,
  type Transaction,
  keysetPage,
  listSorts,
} from '#database';
import { Injectable } from '@nestjs/common';
import { DataSource, type SelectQueryBuilder } from 'typeorm';
import { TokenEntity } from './token.entity.js';

const SORT_COLUMNS: SortColumns = {
  created_at: { column: 'token.created_at', type: 'timestamptz' },
  name: { column: 'token.name', type: 'text' },
};

export const TOKEN_SORTS = listSorts(SORT_COLUMNS);

/** Restricts a query to the tokens of one owner; undefined for all owners. */
type OwnerScope = string | undefined;

const STATUS_CONDITIONS = {
  active: 'token.enabled AND (token.expires_at IS NULL OR token.expires_at > now())',
  expired: 'token.expires_at <= now()',
  revoked: 'NOT token.enabled AND (token.expires_at IS NULL OR token.expires_at > now())',
} as const;

export interface TokenFilter extends PageRequest {
  sort: string;
  owner?: string;
  status?: keyof typeof STATUS_CONDITIONS;
  /** A substring of the name. */
  search?: string;
  /** Only tokens that expire before this time. */
  expiresBefore?: Date;
}

/** Lists tokens, and locks them for a change. */
@Injectable()
export class TokenListRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** `otherSorts` adds sorts by columns of other tables to `TOKEN_SORTS`. */
  async list(
    filter: TokenFilter,
    scope: OwnerScope,
    otherSorts: SortColumns = {},
  ): Promise<Page<TokenEntity>> {
    const { limit, cursor, sort } = filter;
    return keysetPage(
      this.select(filter, scope),
      { ...SORT_COLUMNS, ...otherSorts },
      { limit, cursor, sort },
    );
  }

  /** The number of tokens on all pages. */
  async count(filter: TokenFilter, scope: OwnerScope): Promise<number> {
    return this.select(filter, scope).getCount();
  }

  private select(filter: TokenFilter, scope: OwnerScope): SelectQueryBuilder<TokenEntity> {
    const { owner, status, search, expiresBefore } = filter;
    const rows = this.dataSource.getRepository(TokenEntity).createQueryBuilder('token');
    rows.andWhere(`token.origin <> 'playground'`);
    if (scope !== undefined) rows.andWhere('token.owner = :scope', { scope });
    if (owner !== undefined) rows.andWhere('token.owner = :owner', { owner });
    if (status !== undefined) rows.andWhere(`(${STATUS_CONDITIONS[status]})`);
    if (search !== undefined) rows.andWhere('position(lower(:search) IN lower(token.name)) > 0', { search });
    if (expiresBefore !== undefined) rows.andWhere('token.expires_at < :expiresBefore', { expiresBefore });
    return rows;
  }

  async find(id: string, scope: OwnerScope): Promise<TokenEntity | null> {
    return this.dataSource.getRepository(TokenEntity).findOneBy(toCondition(id, scope));
  }

  /** Locks the row until the transaction ends. */
  async lock(transaction: Transaction, id: string, scope: OwnerScope): Promise<TokenEntity | null> {
    return transaction.getRepository(TokenEntity).findOne({
      where: toCondition(id, scope),
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** The number of active tokens of an owner. */
  async countActive(transaction: Transaction, owner: string): Promise<number> {
    return transaction
      .getRepository(TokenEntity)
      .createQueryBuilder('token')
      .where('token.owner = :owner', { owner })
      .andWhere(STATUS_CONDITIONS.active)
      .andWhere(`token.origin <> 'playground'`)
      .getCount();
  }
}

function toCondition(id: string, owner: OwnerScope): { id: string; owner?: string } {
  return owner === undefined ? { id } : { id, owner };
}
