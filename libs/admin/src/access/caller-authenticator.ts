import { createHash, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { AdminTokenRepository, SessionDirectory } from '#access';
import { GatewayError } from '#canonical';
import { PublicUrl } from '#config';
import { type Principal } from '#rights';
import { OPERATOR_KEY } from './operator-key.js';
import { readSessionCookie } from './session-cookie.js';

export interface AuthenticatedRequest {
  principal: Principal;
  /** Whether a session cookie authenticated the request. Browsers also add it to requests of other pages. */
  isCookie: boolean;
}

/** Authenticates requests. The Authorization header has precedence over the session cookie. */
@Injectable()
export class CallerAuthenticator {
  constructor(
    private readonly sessions: SessionDirectory,
    private readonly adminTokens: AdminTokenRepository,
    private readonly publicUrl: PublicUrl,
    @Optional() @Inject(OPERATOR_KEY) private readonly operatorKey?: string,
  ) {}

  async authenticate(request: FastifyRequest): Promise<AuthenticatedRequest> {
    const { authorization } = request.headers;
    if (authorization !== undefined) {
      return { principal: await this.authenticateBearer(authorization), isCookie: false };
    }
    const secret = readSessionCookie(request, this.publicUrl.current);
    if (secret === undefined) throw createNotSignedInError();
    return { principal: await this.authenticateSession(secret), isCookie: true };
  }

  private async authenticateBearer(authorization: string): Promise<Principal> {
    const key = /^bearer +(\S+)$/i.exec(authorization.trim())?.[1];
    if (key === undefined) throw createNotSignedInError();
    if (this.operatorKey !== undefined && isSame(key, this.operatorKey)) return { kind: 'operator' };
    const found = await this.adminTokens.find(key, new Date());
    if (found === undefined) throw createUnknownKeyError();
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

  private async authenticateSession(secret: string): Promise<Principal> {
    const found = await this.sessions.find(secret, new Date());
    if (found === undefined) throw createSessionOverError();
    const { id: userId, ...user } = found.user;
    return { kind: 'user', userId, ...user, sessionId: secret };
  }
}

/** Compares in constant time. */
function isSame(given: string, wanted: string): boolean {
  const [left, right] = [given, wanted].map((text) => createHash('sha256').update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}

function createNotSignedInError(): GatewayError {
  return new GatewayError(
    'missing-credential',
    'Sign in, or send an admin token as "Authorization: Bearer mgat_…".',
    { code: 'not_signed_in' },
  );
}

function createUnknownKeyError(): GatewayError {
  return new GatewayError(
    'unknown-token',
    'This admin token is invalid. The admin API accepts tokens that begin with mgat_, not API tokens.',
    { code: 'invalid_admin_token' },
  );
}

function createSessionOverError(): GatewayError {
  return new GatewayError('expired-token', 'The session has expired. Sign in again.', {
    code: 'session_over',
  });
}
