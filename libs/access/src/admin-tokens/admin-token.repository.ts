import { randomBytes, randomUUID } from 'node:crypto';
import { GatewayError } from '#canonical';
import { hashTokenKey, tokenKeyHint } from '#secrets';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type EntityManager } from 'typeorm';
import { isUuid } from '../is-uuid.js';
import { type AdminScope, type AuthorizedChange } from '#rights';
import { type AdminToken, type IssuedAdminToken } from './admin-token.js';

export const ADMIN_TOKEN_PREFIX = 'mgat_';
const RANDOM_BYTES = 32;
/** `last_used_at` is written at most once in this time. */
const LAST_USED_PRECISION_MS = 60_000;

const COLUMNS = `id, name, key_hint AS "keyHint", scopes, created_by AS "createdBy",
  created_by_user AS "createdByUser", created_at AS "createdAt",
  expires_at AS "expiresAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"`;

export interface NewAdminToken {
  name: string;
  scopes: readonly AdminScope[];
  /** The name of its creator, for display. */
  createdBy: string;
  /** The user who created it. If another admin token created it: the user who created that one. */
  createdByUser: string | null;
  expiresAt: Date | null;
}

export interface AdminTokenListing {
  limit: number;
  /** Default: newest first. */
  isOldestFirst?: boolean;
  /** Lists only tokens after this one, in the same order. */
  after?: Pick<AdminToken, 'id' | 'createdAt'>;
  includeRevoked?: boolean;
}

/** Takes a data source, or the entity manager of a transaction. */
@Injectable()
export class AdminTokenRepository {
  constructor(@InjectDataSource() private readonly database: Pick<EntityManager, 'query' | 'transaction'>) {}

  /** Finds the token with this value and records its use. Undefined if it does not exist, is revoked or has expired. */
  async find(value: string, now = new Date()): Promise<AdminToken | undefined> {
    if (!value.startsWith(ADMIN_TOKEN_PREFIX)) return undefined;
    const [token] = await this.database.query<AdminToken[]>(
      `SELECT ${COLUMNS} FROM admin_tokens
       WHERE key_hash = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)`,
      [hashTokenKey(value), now],
    );
    if (token !== undefined) await this.recordUse(token, now);
    return token;
  }

  async create(
    { after }: AuthorizedChange<'admin-token', undefined, NewAdminToken>,
    now: Date,
  ): Promise<IssuedAdminToken> {
    const { name, scopes, createdBy, createdByUser, expiresAt } = after;
    const value = `${ADMIN_TOKEN_PREFIX}${randomBytes(RANDOM_BYTES).toString('base64url')}`;
    const key = [hashTokenKey(value), tokenKeyHint(value)];
    return this.database.transaction(async (manager) => {
      if (createdByUser !== null) await requireAdmin(manager, createdByUser);
      await revokeExpired(manager, name, now);
      const [token] = await manager.query<AdminToken[]>(
        `INSERT INTO admin_tokens
           (id, name, key_hash, key_hint, scopes, created_by, created_by_user, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (name) WHERE revoked_at IS NULL DO NOTHING RETURNING ${COLUMNS}`,
        [randomUUID(), name, ...key, scopes, createdBy, createdByUser, now, expiresAt],
      );
      if (token !== undefined) return { token, value };
      throw new GatewayError('wrong-state', 'An admin token with this name already exists.', {
        param: 'name',
      });
    });
  }

  async list(listing: AdminTokenListing): Promise<AdminToken[]> {
    const { limit, isOldestFirst = false, after, includeRevoked = false } = listing;
    const [comparison, direction] = isOldestFirst ? ['>', 'ASC'] : ['<', 'DESC'];
    return this.database.query<AdminToken[]>(
      `SELECT ${COLUMNS} FROM admin_tokens
       WHERE (revoked_at IS NULL OR $2) AND ($3::timestamptz IS NULL OR (created_at, id) ${comparison} ($3, $4::uuid))
       ORDER BY created_at ${direction}, id ${direction} LIMIT $1`,
      [limit, includeRevoked, after?.createdAt ?? null, after?.id ?? null],
    );
  }

  /** Returns undefined if the token does not exist or is already revoked. */
  async revoke(
    id: string,
    now: Date,
    check: (before: AdminToken) => AuthorizedChange<'admin-token', AdminToken, undefined>,
  ): Promise<AdminToken | undefined> {
    if (!isUuid(id)) return undefined;
    const [found] = await this.database.query<AdminToken[]>(
      `SELECT ${COLUMNS} FROM admin_tokens WHERE id = $1 AND revoked_at IS NULL`,
      [id],
    );
    if (found === undefined) return undefined;
    const { before } = check(found);
    const [[token]] = await this.database.query<[AdminToken[], number]>(
      `UPDATE admin_tokens SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL RETURNING ${COLUMNS}`,
      [before.id, now],
    );
    return token;
  }

  /** Revokes all tokens that the user created, directly or with another admin token. */
  async revokeAllByCreator(userId: string, now: Date): Promise<AdminToken[]> {
    const [tokens] = await this.database.query<[AdminToken[], number]>(
      `UPDATE admin_tokens SET revoked_at = $2 WHERE created_by_user = $1 AND revoked_at IS NULL
       RETURNING ${COLUMNS}`,
      [userId, now],
    );
    return tokens;
  }

  private async recordUse({ id, lastUsedAt }: AdminToken, now: Date): Promise<void> {
    const usedBefore = new Date(now.getTime() - LAST_USED_PRECISION_MS);
    if (lastUsedAt !== null && lastUsedAt > usedBefore) return;
    await this.database.query(
      `UPDATE admin_tokens SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $3)`,
      [id, now, usedBefore],
    );
  }
}

/**
 * FOR SHARE: a concurrent demotion of the user waits until this transaction ends, and then revokes the new token as well.
 */
async function requireAdmin(manager: EntityManager, userId: string): Promise<void> {
  const admins = await manager.query<unknown[]>(
    `SELECT FROM users WHERE id = $1 AND role = 'admin' AND disabled_at IS NULL FOR SHARE`,
    [userId],
  );
  if (admins.length === 0) throw new GatewayError('forbidden', 'This action requires the admin role.');
}

/** An expired token does not reserve its name: revoking it makes the name available. */
async function revokeExpired(manager: EntityManager, name: string, now: Date): Promise<void> {
  await manager.query(
    'UPDATE admin_tokens SET revoked_at = $2 WHERE name = $1 AND revoked_at IS NULL AND expires_at <= $2',
    [name, now],
  );
}
