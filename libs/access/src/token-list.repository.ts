import {
  type Page,
  type PageRequest,
  type SortColumns,
  type Transaction,
  keysetPage,
  listSorts,
} from '#database';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { TokenEntity } from './token.entity.js';

const SORT_COLUMNS: SortColumns = {
  created_at: { column: 'token.created_at', type: 'timestamptz' },
  name: { column: 'token.name', type: 'text' },
};

export const TOKEN_SORTS = listSorts(SORT_COLUMNS);

/** An owner that rows have to be of; undefined where anybody's will do. */
type Whose = string | undefined;

const STATUS_CONDITIONS = {
  active: 'token.enabled AND (token.expires_at IS NULL OR token.expires_at > now())',
  expired: 'token.expires_at <= now()',
  revoked: 'NOT token.enabled AND (token.expires_at IS NULL OR token.expires_at > now())',
} as const;

export interface TokenFilter extends PageRequest {
  sort: string;
  owner?: string;
  status?: keyof typeof STATUS_CONDITIONS;
  /** A part of the name. */
  search?: string;
  /** Only those that expire before then. */
  expiresBefore?: Date;
}

/** Tokens as people list them, and lock them for a change. */
@Injectable()
export class TokenListRepository {
  constructor(private readonly dataSource: DataSource) {}

  async list(filter: TokenFilter, whose: Whose): Promise<Page<TokenEntity>> {
    const { owner, status, search, expiresBefore, ...paging } = filter;
    const rows = this.dataSource.getRepository(TokenEntity).createQueryBuilder('token');
    rows.andWhere(`token.origin <> 'playground'`);
    if (whose !== undefined) rows.andWhere('token.owner = :whose', { whose });
    if (owner !== undefined) rows.andWhere('token.owner = :owner', { owner });
    if (status !== undefined) rows.andWhere(`(${STATUS_CONDITIONS[status]})`);
    if (search !== undefined) rows.andWhere('position(lower(:search) IN lower(token.name)) > 0', { search });
    if (expiresBefore !== undefined) rows.andWhere('token.expires_at < :expiresBefore', { expiresBefore });
    return keysetPage(rows, SORT_COLUMNS, paging);
  }

  async find(id: string, whose: Whose): Promise<TokenEntity | null> {
    return this.dataSource.getRepository(TokenEntity).findOneBy(findBy(id, whose));
  }

  /** Nobody else changes it before the transaction has ended. */
  async lock(transaction: Transaction, id: string, whose: Whose): Promise<TokenEntity | null> {
    return transaction.getRepository(TokenEntity).findOne({
      where: findBy(id, whose),
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
      .andWhere(`token.origin <> 'playground'`)
      .getCount();
  }
}

function findBy(id: string, owner: Whose): { id: string; owner?: string } {
  return owner === undefined ? { id } : { id, owner };
}
