import { SessionDirectory, UserRepository } from '#access';
import { Database } from '#database';
import { authorizeChange } from '#rights';
import { Injectable } from '@nestjs/common';
import { type Caller } from '../access/caller.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { notFound } from '../input/id-param.js';
import { type UserSessionsView } from './user-session.dto.js';

const MAX_SHOWN = 100;

/** Lists and ends the sessions of users, for admins. */
@Injectable()
export class UserSessionsService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionDirectory,
    private readonly audit: AuditTrail,
  ) {}

  async list(userId: string): Promise<UserSessionsView> {
    const user = await new UserRepository(this.database).findById(userId);
    if (user === null) throw notFound('user');
    const sessions = await this.sessions.listByUser(userId, MAX_SHOWN);
    return {
      data: sessions.map(({ createdAt, lastSeenAt, expiresAt, address, userAgent }) => ({
        created_at: createdAt.toISOString(),
        last_seen_at: lastSeenAt.toISOString(),
        expires_at: expiresAt.toISOString(),
        address,
        user_agent: userAgent,
      })),
    };
  }

  async endAll(caller: Caller, userId: string): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const user = await new UserRepository(transaction).findById(userId);
      if (user === null) throw notFound('user');
      authorizeChange(caller.principal, { kind: 'user', before: user, after: user });
      await new SessionDirectory(transaction).endAll(userId);
      const subject = { type: 'user', id: user.id, name: user.email };
      await this.audit.record(transaction, caller, { action: 'user.end-sessions', subject });
    });
  }
}
