import {
  type NewSession,
  SessionDirectory,
  type SessionUser,
  SignIn,
  UserRepository,
  hashPassword,
  requireGoodPassword,
} from '#access';
import { Database } from '#database';
import { Injectable } from '@nestjs/common';
import { type UserPrincipal, authorizeChange } from '#rights';
import { type RequestOrigin } from '../access/caller.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { type PasswordChangeInput, type SignInInput } from './session.dto.js';

export interface BrowserOrigin extends RequestOrigin {
  userAgent?: string;
}

/** A signed-in user, and the origin of the request. */
export interface UserCaller extends BrowserOrigin {
  principal: UserPrincipal;
}

export interface OpenedSession {
  session: NewSession;
  principal: UserPrincipal;
}

@Injectable()
export class SessionService {
  constructor(
    private readonly database: Database,
    private readonly signIn: SignIn,
    private readonly sessions: SessionDirectory,
    private readonly audit: AuditTrail,
  ) {}

  /** Creates a session with a new id, and ends the former session of the browser. */
  async start(
    input: SignInInput,
    visit: BrowserOrigin,
    formerId: string | undefined,
  ): Promise<OpenedSession> {
    const { session, user } = await this.signIn.attempt(
      { ...input, ...visit, now: new Date() },
      async (transaction, signedIn) => {
        const principal = buildPrincipal(signedIn, '');
        await this.audit.record(
          transaction,
          { principal, ...visit },
          buildUserAction('session.start', principal),
        );
      },
    );
    if (formerId !== undefined) await this.sessions.end(formerId);
    return { session, principal: buildPrincipal(user, session.id) };
  }

  async end(caller: UserCaller): Promise<void> {
    const { principal } = caller;
    await this.database.transaction(async (transaction) => {
      await new SessionDirectory(transaction).end(principal.sessionId);
      await this.audit.record(transaction, caller, buildUserAction('session.end', principal));
    });
  }

  async endAll(caller: UserCaller): Promise<void> {
    const { principal } = caller;
    await this.database.transaction(async (transaction) => {
      await new SessionDirectory(transaction).endAll(principal.userId);
      await this.audit.record(transaction, caller, buildUserAction('session.end-all', principal));
    });
  }

  /** Ends all sessions of the user, and creates a new one for the caller. */
  async changePassword(caller: UserCaller, input: PasswordChangeInput): Promise<OpenedSession> {
    const { principal } = caller;
    const { userId, email } = principal;
    const now = new Date();
    requireGoodPassword(input.new, 'new');
    const { address, requestId } = caller;
    await this.signIn.confirm({ email, password: input.current, address, requestId, now });
    const passwordHash = await hashPassword(input.new);
    return this.database.transaction(async (transaction) => {
      await new UserRepository(transaction).setPassword(userId, { passwordHash }, (before, after) =>
        authorizeChange(principal, { kind: 'user', before, after }),
      );
      const session = await new SessionDirectory(transaction).start(userId, caller, now);
      await this.audit.record(transaction, caller, {
        ...buildUserAction('user.change-password', principal),
        changes: { password: 'changed' },
      });
      return { session, principal: { ...principal, sessionId: session.id, mustChangePassword: false } };
    });
  }
}

function buildPrincipal({ id: userId, ...user }: SessionUser, sessionId: string): UserPrincipal {
  return { kind: 'user', userId, ...user, sessionId };
}

function buildUserAction<Action extends `${string}.${string}`>(
  action: Action,
  { userId, email }: UserPrincipal,
) {
  return { action, subject: { type: 'user', id: userId, name: email } };
}
