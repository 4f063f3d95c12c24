import { randomBytes } from 'node:crypto';
import { Database } from '#database';
import { hashTokenKey } from '#secrets';
import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { toStorableText } from '../storable-text.js';
import {
  type ListedSession,
  type NewSession,
  type Session,
  type SessionUser,
  type SessionClient,
} from './session.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export const SESSION_IDLE_LIMIT_MS = 30 * MINUTE_MS;
export const SESSION_LIMIT_MS = 12 * HOUR_MS;
/** `last_seen_at` is written at most once in this time. */
const LAST_SEEN_PRECISION_MS = MINUTE_MS;

const ID_BYTES = 32;
const USER_AGENT_CHARACTERS = 300;

type SessionRow = Omit<Session, 'id' | 'user'> & SessionUser;

/** The console sessions. Every lookup queries the database, so that an ended session has ended in all processes. */
@Injectable()
export class SessionDirectory {
  constructor(@Inject(Database) private readonly database: Pick<EntityManager, 'query'>) {}

  /** Always creates a new id, which prevents session fixation. */
  async start(userId: string, { address, userAgent = '' }: SessionClient, now: Date): Promise<NewSession> {
    const id = randomBytes(ID_BYTES).toString('base64url');
    const expiresAt = new Date(now.getTime() + SESSION_LIMIT_MS);
    await this.database.query(
      `INSERT INTO user_sessions (id_hash, user_id, created_at, last_seen_at, expires_at, address, user_agent)
       VALUES ($1, $2, $3, $3, $4, $5, $6)`,
      [
        hashTokenKey(id),
        userId,
        now,
        expiresAt,
        address,
        toStorableText(userAgent.slice(0, USER_AGENT_CHARACTERS)),
      ],
    );
    return { id, expiresAt };
  }

  async find(id: string, now = new Date()): Promise<Session | undefined> {
    const [row] = await this.database.query<SessionRow[]>(
      `SELECT users.id, users.email, users.role, users.must_change_password AS "mustChangePassword",
         sessions.created_at AS "createdAt", sessions.last_seen_at AS "lastSeenAt",
         sessions.expires_at AS "expiresAt"
       FROM user_sessions AS sessions JOIN users ON users.id = sessions.user_id
       WHERE sessions.id_hash = $1 AND sessions.expires_at > $2 AND sessions.last_seen_at > $3
         AND users.disabled_at IS NULL`,
      [hashTokenKey(id), now, before(now, SESSION_IDLE_LIMIT_MS)],
    );
    if (row === undefined) return undefined;
    const seenBefore = before(now, LAST_SEEN_PRECISION_MS);
    if (row.lastSeenAt <= seenBefore) await this.recordActivity(id, now, seenBefore);
    const { createdAt, lastSeenAt, expiresAt, ...user } = row;
    return { id, user, createdAt, lastSeenAt, expiresAt };
  }

  /** The current sessions of a user, newest first. */
  async listByUser(userId: string, limit: number, now = new Date()): Promise<ListedSession[]> {
    return this.database.query<ListedSession[]>(
      `SELECT created_at AS "createdAt", last_seen_at AS "lastSeenAt", expires_at AS "expiresAt", address,
         user_agent AS "userAgent"
       FROM user_sessions WHERE user_id = $1 AND expires_at > $2 AND last_seen_at > $3
       ORDER BY created_at DESC LIMIT $4`,
      [userId, now, before(now, SESSION_IDLE_LIMIT_MS), limit],
    );
  }

  /** Returns whether the session existed. */
  async end(id: string): Promise<boolean> {
    const ended = await this.delete('id_hash = $1', [hashTokenKey(id)]);
    return ended === 1;
  }

  /** Returns the number of ended sessions. */
  async endAll(userId: string): Promise<number> {
    return this.delete('user_id = $1', [userId]);
  }

  async deleteExpired(now: Date): Promise<number> {
    return this.delete('expires_at <= $1 OR last_seen_at <= $2', [now, before(now, SESSION_IDLE_LIMIT_MS)]);
  }

  private async recordActivity(id: string, now: Date, seenBefore: Date): Promise<void> {
    await this.database.query(
      `UPDATE user_sessions SET last_seen_at = $2 WHERE id_hash = $1 AND last_seen_at <= $3`,
      [hashTokenKey(id), now, seenBefore],
    );
  }

  private async delete(condition: string, parameters: unknown[]): Promise<number> {
    const [, count] = await this.database.query<[unknown, number]>(
      `DELETE FROM user_sessions WHERE ${condition}`,
      parameters,
    );
    return count;
  }
}

function before(now: Date, durationMs: number): Date {
  return new Date(now.getTime() - durationMs);
}
