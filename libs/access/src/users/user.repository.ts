import { GatewayError } from '#canonical';
import { type AuthorizedChange, type UserRole } from '#rights';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type EntityManager, type Repository } from 'typeorm';
import { type AdminToken } from '../admin-tokens/admin-token.js';
import { AdminTokenRepository } from '../admin-tokens/admin-token.repository.js';
import { isUuid } from '../is-uuid.js';
import { type LimitColumns } from '../limits.js';
import { SessionDirectory } from '../sessions/session-directory.js';
import { SignInAttempts } from '../sign-in/sign-in-attempts.js';
import { MAX_EMAIL_CHARACTERS, normalizeEmail } from './email.js';
import { UserEntity } from './user.entity.js';

export interface NewUser {
  id: string;
  email: string;
  passwordHash: string;
  role: UserRole;
  mustChangePassword?: boolean;
}

export interface UserChanges {
  role?: UserRole;
  isDisabled?: boolean;
  /** The limits that the tokens of a member share. Limits that are not given do not change. */
  limits?: Partial<LimitColumns & Pick<UserEntity, 'maxTokens' | 'models'>>;
}

export interface UserUpdate {
  before: UserEntity;
  user: UserEntity;
  /** The admin tokens of a user who is no longer an enabled admin. */
  revokedAdminTokens: AdminToken[];
}

/** Authorizes a change of a stored user. The row is locked during the call. */
export type UserCheck = (
  before: UserEntity,
  after: UserEntity,
) => AuthorizedChange<'user', UserEntity, UserEntity>;

export interface VerifiedPassword {
  userId: string;
  /** The stored hash that the password matched. */
  passwordHash: string;
  /** A hash of the same password with the current costs, if the stored one is outdated. */
  renewedHash?: string;
}

/** Tokens and owners match an address in any case; other rows only in lower case, because `claimByEmail` does not change them. */
const OWNS_ANYTHING = `SELECT
  EXISTS (SELECT FROM tokens WHERE lower(owner) = lower($1))
  OR EXISTS (SELECT FROM owners WHERE lower(id) = lower($1) AND enabled)
  OR EXISTS (SELECT FROM video_tasks WHERE owner = lower($1))
  OR EXISTS (SELECT FROM stored_responses WHERE owner = lower($1))
  OR EXISTS (SELECT FROM recorded_contents WHERE owner = lower($1))
  OR EXISTS (SELECT FROM usage_events AS event JOIN usage_names AS named ON named.id = event.owner
    WHERE named.name = lower($1)) AS owns`;

/** Takes a data source, or the entity manager of a transaction. */
@Injectable()
export class UserRepository {
  private readonly users: Repository<UserEntity>;

  constructor(
    @InjectDataSource()
    private readonly database: Pick<EntityManager, 'getRepository' | 'query' | 'transaction'>,
  ) {
    this.users = database.getRepository(UserEntity);
  }

  async hasAny(): Promise<boolean> {
    return this.users.exists();
  }

  async findById(id: string): Promise<UserEntity | null> {
    return isUuid(id) ? this.users.findOneBy({ id }) : null;
  }

  async findByEmail(email: string): Promise<UserEntity | null> {
    return this.users
      .createQueryBuilder('user')
      .where('user.email = lower(:email)', { email: normalizeEmail(email) })
      .getOne();
  }

  async create({ after }: AuthorizedChange<'user', undefined, NewUser>): Promise<UserEntity> {
    const { id, email, passwordHash, role, mustChangePassword = false } = after;
    const typed = normalizeEmail(email);
    if (typed === '' || typed.length > MAX_EMAIL_CHARACTERS) {
      throw new GatewayError(
        'invalid-value',
        `The email address must have 1 to ${MAX_EMAIL_CHARACTERS} characters.`,
        { param: 'email' },
      );
    }
    const created = await this.database.query<unknown[]>(
      `INSERT INTO users (id, email, password_hash, role, must_change_password)
       VALUES ($1, lower($2), $3, $4, $5) ON CONFLICT (email) DO NOTHING RETURNING id`,
      [id, typed, passwordHash, role, mustChangePassword],
    );
    if (created.length === 0) {
      throw new GatewayError('wrong-state', 'A user with this email address already exists.', {
        param: 'email',
      });
    }
    const user = await this.users.findOneByOrFail({ id });
    await this.claimByEmail(user);
    return user;
  }

  /** Whether a token, limits or stored content belong to this address as their owner. */
  async ownsAnything(email: string): Promise<boolean> {
    const [row] = await this.database.query<{ owns: boolean }[]>(OWNS_ANYTHING, [normalizeEmail(email)]);
    return row?.owns === true;
  }

  /** The stored e-mail addresses of the users among these owner names, by name. */
  async findEmails(names: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.database.query<{ name: string; email: string }[]>(
      'SELECT name, email FROM unnest($1::text[]) AS name JOIN users ON users.email = lower(name)',
      [names],
    );
    return new Map(rows.map(({ name, email }) => [name, email]));
  }

  /** Ends the user's sessions if their role changes or they are disabled. Returns null if the user does not exist. */
  async update(
    id: string,
    { role, isDisabled, limits }: UserChanges,
    now: Date,
    check: UserCheck,
  ): Promise<UserUpdate | null> {
    if (!isUuid(id)) return null;
    return this.database.transaction(async (manager) => {
      const users = manager.getRepository(UserEntity);
      if (role === 'member' || isDisabled === true) await requireAnotherAdmin(manager, id);
      const before = await users.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
      if (before === null) return null;
      const wanted = { role: role ?? before.role, isDisabled: isDisabled ?? before.disabledAt !== null };
      const disabledAt = wanted.isDisabled ? (before.disabledAt ?? now) : null;
      const { after } = check(
        before,
        Object.assign(new UserEntity(), before, limits, { role: wanted.role, disabledAt }),
      );
      await users.update({ id }, pickColumns(after));
      const mustSignInAgain = wanted.role !== before.role || wanted.isDisabled;
      if (mustSignInAgain) await new SessionDirectory(manager).endAll(id);
      const isAdmin = wanted.role === 'admin' && !wanted.isDisabled;
      const revokedAdminTokens = isAdmin
        ? []
        : await new AdminTokenRepository(manager).revokeAllByCreator(id, now);
      return { before, user: await users.findOneByOrFail({ id }), revokedAdminTokens };
    });
  }

  /** Ends the user's sessions and resets failed sign-ins. Returns whether the user exists. */
  async setPassword(
    id: string,
    { passwordHash, mustChangePassword = false }: Pick<NewUser, 'passwordHash' | 'mustChangePassword'>,
    check: UserCheck,
  ): Promise<boolean> {
    if (!isUuid(id)) return false;
    return this.database.transaction(async (manager) => {
      const users = manager.getRepository(UserEntity);
      const user = await users.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
      if (user === null) return false;
      const { after } = check(
        user,
        Object.assign(new UserEntity(), user, { passwordHash, mustChangePassword }),
      );
      await users.update({ id }, pickColumns(after));
      await new SessionDirectory(manager).endAll(id);
      await new SignInAttempts(manager).resetAccount(user.email);
      return true;
    });
  }

  /**
   * Returns false if the user was disabled or their password changed since it was verified. In a transaction, the row
   * lock prevents both until its end.
   */
  async recordSignIn({ userId, passwordHash, renewedHash }: VerifiedPassword, now: Date): Promise<boolean> {
    const [, count] = await this.database.query<[unknown, number]>(
      `UPDATE users SET last_sign_in_at = $3, password_hash = $4
       WHERE id = $1 AND password_hash = $2 AND disabled_at IS NULL`,
      [userId, passwordHash, now, renewedHash ?? passwordHash],
    );
    return count === 1;
  }

  /** Tokens and limits that were created for this address before the user existed become theirs, in any case. */
  private async claimByEmail({ email }: UserEntity): Promise<void> {
    await this.database.query('UPDATE tokens SET owner = $1 WHERE lower(owner) = $1 AND owner <> $1', [
      email,
    ]);
    await this.database.query(
      `UPDATE owners SET id = $1 WHERE id = (
         SELECT min(id) FROM owners WHERE lower(id) = $1 HAVING bool_and(id <> $1))`,
      [email],
    );
  }
}

function pickColumns(user: UserEntity): Partial<UserEntity> {
  const { passwordHash, mustChangePassword, role, disabledAt, maxTokens, models } = user;
  const { rpm, tpm, concurrency, requestsPerDay, budget } = user;
  const limits = { rpm, tpm, concurrency, requestsPerDay, budget, maxTokens, models };
  return { passwordHash, mustChangePassword, role, disabledAt, ...limits };
}

/** Locks all admins in the same order, so that two concurrent changes cannot each remove the other's last admin. */
async function requireAnotherAdmin(manager: EntityManager, id: string): Promise<void> {
  const admins = await manager.query<{ id: string }[]>(
    `SELECT id FROM users WHERE role = 'admin' AND disabled_at IS NULL ORDER BY id FOR UPDATE`,
  );
  const isLast = admins.length === 1 && admins[0]?.id === id;
  if (!isLast) return;
  throw new GatewayError(
    'wrong-state',
    'This is the last enabled admin. Make another user an admin before you disable or demote this one.',
  );
}
