import { type Page, readCursor, writeCursor } from '#database';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type EntityManager } from 'typeorm';
import { type UserRole } from '#rights';

const SORT = 'name';

export interface OwnerFilter {
  limit: number;
  cursor?: string;
  /** A part of the name. */
  search?: string;
  /** All of it. */
  name?: string;
}

/** Whoever has tokens, can sign in, or is named in the config file. */
export interface ListedOwner {
  name: string;
  userId: string | null;
  role: UserRole | null;
  isDisabled: boolean;
  tokens: number;
  activeTokens: number;
}

/** Owners have no table of their own: a token names one, and everybody who can sign in is one. */
@Injectable()
export class OwnerListRepository {
  constructor(@InjectDataSource() private readonly database: Pick<EntityManager, 'query'>) {}

  async list({ limit, cursor, search, name }: OwnerFilter): Promise<Page<ListedOwner>> {
    const after = cursor === undefined ? null : readCursor(cursor, SORT).id;
    const rows = await this.database.query<ListedOwner[]>(
      `SELECT named.*, account.id AS "userId", account.role, account.disabled_at IS NOT NULL AS "isDisabled"
       FROM (
         SELECT name, sum(tokens)::integer AS tokens, sum(active)::integer AS "activeTokens"
         FROM (
           SELECT owner AS name, count(*) AS tokens,
             count(*) FILTER (WHERE enabled AND (expires_at IS NULL OR expires_at > now())) AS active
           FROM tokens WHERE owner IS NOT NULL GROUP BY owner
           UNION ALL SELECT email, 0, 0 FROM users
           UNION ALL SELECT id, 0, 0 FROM owners WHERE enabled
         ) AS known
         WHERE ($2::text IS NULL OR name > $2) AND ($4::text IS NULL OR name = $4)
           AND ($3::text IS NULL OR position(lower($3) IN lower(name)) > 0)
         GROUP BY name ORDER BY name LIMIT $1
       ) AS named
       LEFT JOIN users AS account ON account.email = named.name
       ORDER BY named.name`,
      [limit + 1, after, search ?? null, name ?? null],
    );
    const data = rows.slice(0, limit);
    const last = data.at(-1);
    const hasMore = rows.length > limit && last !== undefined;
    return { data, next_cursor: hasMore ? writeCursor({ sort: SORT, value: '', id: last.name }) : null };
  }
}
