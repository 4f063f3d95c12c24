import { createHash, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { AdminTokenRepository, SessionDirectory } from '#access';
import { GatewayError } from '#canonical';
import { PublicUrl } from '#config';
import { type Principal } from '#rights';
import { OPERATOR_KEY } from './operator-key.js';
import { readSessionCookie } from './session-cookie.js';

export interface Proven {
  principal: Principal;
  /** Browsers add a cookie to whatever any page makes them send. */
  isCookie: boolean;
}

/** Finds out who is asking. What somebody sends on purpose counts before what their browser adds. */
@Injectable()
export class Credentials {
  constructor(
    private readonly sessions: SessionDirectory,
    private readonly adminTokens: AdminTokenRepository,
    private readonly publicUrl: PublicUrl,
    @Optional() @Inject(OPERATOR_KEY) private readonly operatorKey?: string,
  ) {}

  async of(request: FastifyRequest): Promise<Proven> {
    const { authorization } = request.headers;
    if (authorization !== undefined) {
      return { principal: await this.byBearer(authorization), isCookie: false };
    }
    const secret = readSessionCookie(request, this.publicUrl.current);
    if (secret === undefined) throw notSignedIn();
    return { principal: await this.bySession(secret), isCookie: true };
  }

  private async byBearer(authorization: string): Promise<Principal> {
    const key = /^bearer +(\S+)$/i.exec(authorization.trim())?.[1];
    if (key === undefined) throw notSignedIn();
    if (this.operatorKey !== undefined && isSame(key, this.operatorKey)) return { kind: 'operator' };
    const found = await this.adminTokens.find(key, new Date());
    if (found === undefined) throw unknownKey();
    const { id, name, scopes, createdByUser, expiresAt } = found;
    return {
      kind: 'admin-token',
      id,
      name,
      scopes,
      ...(createdByUser === null ? {} : { createdByUser }),
      ...(expiresAt === null ? {} : { expiresAt }),
    };
  }

  private async bySession(secret: string): Promise<Principal> {
    const found = await this.sessions.find(secret, new Date());
    if (found === undefined) throw sessionOver();
    const { id: userId, ...user } = found.user;
    return { kind: 'user', userId, ...user, sessionId: secret };
  }
}

/** Takes as long for a guess that is nearly right as for any other. */
function isSame(given: string, wanted: string): boolean {
  const [left, right] = [given, wanted].map((text) => createHash('sha256').update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}

function notSignedIn(): GatewayError {
  return new GatewayError(
    'missing-credential',
    'Sign in, or send an admin token as "Authorization: Bearer mgat_…".',
    { code: 'not_signed_in' },
  );
}

function unknownKey(): GatewayError {
  return new GatewayError(
    'unknown-token',
    'This is no admin token that is valid here. The admin API takes tokens that begin with mgat_, not API tokens.',
    { code: 'invalid_admin_token' },
  );
}

function sessionOver(): GatewayError {
  return new GatewayError('expired-token', 'This session is over. Sign in again.', { code: 'session_over' });
}
