import { type Page, readCursor, writeCursor } from '#database';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type EntityManager } from 'typeorm';
import { type UserRole } from '#rights';

/** For each sort: the condition for rows after the row with value $5 and name $2, and the ORDER BY. */
const SORTS = {
  name: { after: 'name > $2', order: 'name' },
  '-name': { after: 'name < $2', order: 'name DESC' },
  spent: { after: '(spent, name) > ($5, $2)', order: 'spent, name' },
  '-spent': { after: '(spent < $5 OR spent = $5 AND name > $2)', order: 'spent DESC, name' },
} as const;

export type OwnerSort = keyof typeof SORTS;
export const OWNER_SORTS = Object.keys(SORTS) as OwnerSort[];

export interface OwnerFilter {
  limit: number;
  cursor?: string;
  sort?: OwnerSort;
  /** A substring of the name. */
  search?: string;
  /** The exact name. */
  name?: string;
}

/** An owner of tokens, a user, or a name with limits. */
export interface ListedOwner {
  name: string;
  userId: string | null;
  role: UserRole | null;
  isDisabled: boolean;
  tokens: number;
  activeTokens: number;
  spentMicroUsd: number;
}

/** Lists the owners named by tokens, all users, and the rows of `owners`: no single table has all owners. */
@Injectable()
export class OwnerListRepository {
  constructor(@InjectDataSource() private readonly database: Pick<EntityManager, 'query'>) {}

  /** `spending` has the amount of each owner in micro-USD; owners that are missing there have spent nothing. */
  async list(
    { limit, cursor, sort = 'name', search, name }: OwnerFilter,
    spending: ReadonlyMap<string, number> = new Map(),
  ): Promise<Page<ListedOwner>> {
    const after = cursor === undefined ? undefined : readCursor(cursor, sort);
    const { after: isAfter, order } = SORTS[sort];
    const rows = await this.database.query<ListedOwner[]>(
      `SELECT named.name, tokens, active AS "activeTokens", spent AS "spentMicroUsd",
         account.id AS "userId", account.role, account.disabled_at IS NOT NULL AS "isDisabled"
       FROM (
         SELECT name, tokens, active, COALESCE(spending.amount, 0)::float8 AS spent
         FROM (
           SELECT name, sum(tokens)::integer AS tokens, sum(active)::integer AS active
           FROM (
             SELECT owner AS name, count(*) AS tokens,
               count(*) FILTER (WHERE enabled AND (expires_at IS NULL OR expires_at > now())) AS active
             FROM tokens WHERE owner IS NOT NULL AND origin <> 'playground' GROUP BY owner
             UNION ALL SELECT email, 0, 0 FROM users
             UNION ALL SELECT id, 0, 0 FROM owners WHERE enabled
           ) AS known
           WHERE ($4::text IS NULL OR name = $4) AND ($3::text IS NULL OR position(lower($3) IN lower(name)) > 0)
           GROUP BY name
         ) AS found
         LEFT JOIN unnest($6::text[], $7::float8[]) AS spending (owner, amount) ON spending.owner = found.name
       ) AS named
       LEFT JOIN users AS account ON account.email = named.name
       WHERE $2::text IS NULL OR $5::float8 IS NOT NULL AND ${isAfter}
       ORDER BY ${order} LIMIT $1`,
      [
        limit + 1,
        after?.id ?? null,
        search ?? null,
        name ?? null,
        Number(after?.value ?? 0),
        [...spending.keys()],
        [...spending.values()],
      ],
    );
    const data = rows.slice(0, limit);
    const last = data.at(-1);
    const next = rows.length > limit ? last : undefined;
    return { data, next_cursor: next === undefined ? null : toCursor(next, sort) };
  }
}

function toCursor({ name: id, spentMicroUsd }: ListedOwner, sort: OwnerSort): string {
  const value = sort === 'spent' || sort === '-spent' ? String(spentMicroUsd) : '';
  return writeCursor({ sort, value, id });
}
