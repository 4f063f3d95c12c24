import { Injectable } from '@nestjs/common';
import { type AdminToken, AdminTokenRepository } from '#access';
import { type Principal, authorizeChange } from '#rights';
import { describeChanges } from '#audit';
import { GatewayError } from '#canonical';
import { Database, type Page, createCursorError, readCursor, writeCursor } from '#database';
import { type Caller } from '../access/caller.js';
import { AuditTrail, type AuditedAction, toActor } from '../audit/audit-trail.js';
import { notFound } from '../input/id-param.js';
import {
  type AdminTokenListQuery,
  type AdminTokenView,
  type IssuedAdminTokenView,
  type NewAdminTokenInput,
} from './admin-token.dto.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

@Injectable()
export class AdminTokensService {
  constructor(
    private readonly database: Database,
    private readonly adminTokens: AdminTokenRepository,
    private readonly audit: AuditTrail,
  ) {}

  async list(query: AdminTokenListQuery): Promise<Page<AdminTokenView>> {
    const { limit, cursor, sort, include_revoked: includeRevoked } = query;
    const after = cursor === undefined ? undefined : readPosition(cursor, sort);
    const isOldestFirst = sort === 'created_at';
    const found = await this.adminTokens.list({ limit: limit + 1, after, isOldestFirst, includeRevoked });
    const tokens = found.slice(0, limit);
    const last = tokens.at(-1);
    const hasMore = found.length > limit && last !== undefined;
    return { data: tokens.map(viewAdminToken), next_cursor: hasMore ? buildCursor(last, sort) : null };
  }

  async create(caller: Caller, input: NewAdminTokenInput): Promise<IssuedAdminTokenView> {
    const now = new Date();
    const scopes = [...new Set(input.scopes)];
    const expiresAt = parseExpiry(input.expires_at, now);
    const { name: createdBy } = toActor(caller.principal);
    const { token, value } = await this.database.transaction(async (transaction) => {
      const adminTokens = new AdminTokenRepository(transaction);
      const createdByUser = getCreator(caller.principal);
      const after = { name: input.name, scopes, createdBy, createdByUser, expiresAt };
      const change = { kind: 'admin-token', before: undefined, after } as const;
      const issued = await adminTokens.create(authorizeChange(caller.principal, change), now);
      const { name, keyHint } = issued.token;
      await this.audit.record(transaction, caller, {
        action: 'admin-token.create',
        subject: toSubject(issued.token),
        changes: describeChanges(undefined, { name, keyHint, scopes, expiresAt }),
      });
      return issued;
    });
    return { ...viewAdminToken(token), key: value };
  }

  async revoke(caller: Caller, id: string): Promise<AdminTokenView> {
    const token = await this.database.transaction(async (transaction) => {
      const revoked = await new AdminTokenRepository(transaction).revoke(id, new Date(), (before) =>
        authorizeChange(caller.principal, { kind: 'admin-token', before, after: undefined }),
      );
      if (revoked === undefined) throw notFound('admin token');
      await this.audit.record(transaction, caller, toRevocation(revoked));
      return revoked;
    });
    return viewAdminToken(token);
  }
}

function getCreator(principal: Principal): string | null {
  switch (principal.kind) {
    case 'user':
      return principal.userId;
    case 'admin-token':
      return principal.createdByUser ?? null;
    case 'operator':
      return null;
  }
}

function parseExpiry(text: string | null | undefined, now: Date): Date | null {
  if (text === undefined || text === null) return null;
  const moment = new Date(text);
  if (moment > now) return moment;
  throw new GatewayError('invalid-value', '"expires_at" must be in the future.', { param: 'expires_at' });
}

function readPosition(cursor: string, sort: string): Pick<AdminToken, 'id' | 'createdAt'> {
  const { value, id } = readCursor(cursor, sort);
  const createdAt = new Date(value);
  if (Number.isNaN(createdAt.getTime()) || !UUID.test(id)) throw createCursorError();
  return { id, createdAt };
}

function buildCursor({ id, createdAt }: AdminToken, sort: string): string {
  return writeCursor({ sort, value: createdAt.toISOString(), id });
}

function viewAdminToken(token: AdminToken): AdminTokenView {
  return {
    id: token.id,
    name: token.name,
    key_hint: token.keyHint,
    status: getStatus(token),
    scopes: token.scopes,
    created_by: token.createdBy,
    created_at: token.createdAt.toISOString(),
    expires_at: token.expiresAt?.toISOString() ?? null,
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
    revoked_at: token.revokedAt?.toISOString() ?? null,
  };
}

function getStatus({ revokedAt, expiresAt }: AdminToken): AdminTokenView['status'] {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt.getTime() <= Date.now() ? 'expired' : 'active';
}

function toSubject({ id, name }: AdminToken): AuditedAction['subject'] {
  return { type: 'admin-token', id, name };
}

export function toRevocation(token: AdminToken): AuditedAction {
  return {
    action: 'admin-token.revoke',
    subject: toSubject(token),
    changes: { revokedAt: { from: null, to: token.revokedAt?.toISOString() ?? null } },
  };
}
