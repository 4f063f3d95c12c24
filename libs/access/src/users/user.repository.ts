import { GatewayError } from '#canonical';
import { type AuthorizedChange, type UserRole } from '#rights';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type EntityManager, type Repository } from 'typeorm';
import { type AdminToken } from '../admin-tokens/admin-token.js';
import { AdminTokenRepository } from '../admin-tokens/admin-token.repository.js';
import { isUuid } from '../is-uuid.js';
import { type LimitColumns } from '../limits.js';
import { SessionDirectory } from '../sessions/session-directory.repository.js';
import { SignInAttempts } from '../sign-in/sign-in-attempts.repository.js';
import { MAX_EMAIL_CHARACTERS, typedEmail } from './email.js';
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
  /** What the tokens of a member may use together; those that are not named stay. */
  limits?: Partial<LimitColumns & Pick<UserEntity, 'maxTokens' | 'models'>>;
}

export interface ChangedUser {
  former: UserEntity;
  user: UserEntity;
  /** Those that the user has made, where they may make none any more. */
  revokedAdminTokens: AdminToken[];
}

/** Decides on a change of a stored user, which is locked meanwhile. */
export type UserCheck = (
  before: UserEntity,
  after: UserEntity,
) => AuthorizedChange<'user', UserEntity, UserEntity>;

export interface SeenPassword {
  userId: string;
  /** What the password was found to be right for. */
  passwordHash: string;
  /** The same password, at today's costs. */
  renewedHash?: string;
}

/** Tokens and owners become the user's however their owner is written; stored things belong to the exact name. */
const OWNS_ANYTHING = `SELECT
  EXISTS (SELECT FROM tokens WHERE lower(owner) = lower($1))
  OR EXISTS (SELECT FROM owners WHERE lower(id) = lower($1) AND enabled)
  OR EXISTS (SELECT FROM video_tasks WHERE owner = lower($1))
  OR EXISTS (SELECT FROM stored_responses WHERE owner = lower($1))
  OR EXISTS (SELECT FROM recorded_contents WHERE owner = lower($1))
  OR EXISTS (SELECT FROM usage_events AS event JOIN usage_names AS named ON named.id = event.owner
    WHERE named.name = lower($1)) AS owns`;

/** Works on a database, or within a transaction if it is given the manager of one. */
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
      .where('user.email = lower(:email)', { email: typedEmail(email) })
      .getOne();
  }

  async create({ after }: AuthorizedChange<'user', undefined, NewUser>): Promise<UserEntity> {
    const { id, email, passwordHash, role, mustChangePassword = false } = after;
    const typed = typedEmail(email);
    if (typed === '' || typed.length > MAX_EMAIL_CHARACTERS) {
      throw new GatewayError(
        'invalid-value',
        `An e-mail address has 1 to ${MAX_EMAIL_CHARACTERS} characters.`,
        { param: 'email' },
      );
    }
    const created = await this.database.query<unknown[]>(
      `INSERT INTO users (id, email, password_hash, role, must_change_password)
       VALUES ($1, lower($2), $3, $4, $5) ON CONFLICT (email) DO NOTHING RETURNING id`,
      [id, typed, passwordHash, role, mustChangePassword],
    );
    if (created.length === 0) {
      throw new GatewayError('wrong-state', 'There is a user with this e-mail address already.', {
        param: 'email',
      });
    }
    const user = await this.users.findOneByOrFail({ id });
    await this.adopt(user);
    return user;
  }

  /** Whether a token, an owner with limits or something that is stored has this address as its owner. */
  async ownsAnything(email: string): Promise<boolean> {
    const [row] = await this.database.query<{ owns: boolean }[]>(OWNS_ANYTHING, [typedEmail(email)]);
    return row?.owns === true;
  }

  /** Of these names those that are e-mail addresses of users, as they are stored. */
  async emailsAmong(names: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.database.query<{ name: string; email: string }[]>(
      'SELECT name, email FROM unnest($1::text[]) AS name JOIN users ON users.email = lower(name)',
      [names],
    );
    return new Map(rows.map(({ name, email }) => [name, email]));
  }

  /** Whoever may do something else than before, or nothing any more, has to sign in again. Null where there is no such user. */
  async update(
    id: string,
    { role, isDisabled, limits }: UserChanges,
    now: Date,
    check: UserCheck,
  ): Promise<ChangedUser | null> {
    if (!isUuid(id)) return null;
    return this.database.transaction(async (manager) => {
      const users = manager.getRepository(UserEntity);
      if (role === 'member' || isDisabled === true) await requireAnotherAdmin(manager, id);
      const former = await users.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
      if (former === null) return null;
      const wanted = { role: role ?? former.role, isDisabled: isDisabled ?? former.disabledAt !== null };
      const disabledAt = wanted.isDisabled ? (former.disabledAt ?? now) : null;
      const { after } = check(
        former,
        Object.assign(new UserEntity(), former, limits, { role: wanted.role, disabledAt }),
      );
      await users.update({ id }, pickWritten(after));
      const mustSignInAgain = wanted.role !== former.role || wanted.isDisabled;
      if (mustSignInAgain) await new SessionDirectory(manager).endAll(id);
      const isAdmin = wanted.role === 'admin' && !wanted.isDisabled;
      const revokedAdminTokens = isAdmin ? [] : await new AdminTokenRepository(manager).revokeAllOf(id, now);
      return { former, user: await users.findOneByOrFail({ id }), revokedAdminTokens };
    });
  }

  /** Ends all of the user's sessions and lets the new password be tried at once. Whether there is such a user. */
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
      await users.update({ id }, pickWritten(after));
      await new SessionDirectory(manager).endAll(id);
      await new SignInAttempts(manager).forgetAccount(user.email);
      return true;
    });
  }

  /**
   * Whether the user may come in still: they may have been disabled, or given another password, since theirs was
   * seen. Within a transaction neither can happen before its end.
   */
  async noteSignIn({ userId, passwordHash, renewedHash }: SeenPassword, now: Date): Promise<boolean> {
    const [, count] = await this.database.query<[unknown, number]>(
      `UPDATE users SET last_sign_in_at = $3, password_hash = $4
       WHERE id = $1 AND password_hash = $2 AND disabled_at IS NULL`,
      [userId, passwordHash, now, renewedHash ?? passwordHash],
    );
    return count === 1;
  }

  /** What has been given to this address before anybody had it is theirs, however it was written. */
  private async adopt({ email }: UserEntity): Promise<void> {
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

function pickWritten(user: UserEntity): Partial<UserEntity> {
  const { passwordHash, mustChangePassword, role, disabledAt, maxTokens, models } = user;
  const { rpm, tpm, concurrency, requestsPerDay, budget } = user;
  const limits = { rpm, tpm, concurrency, requestsPerDay, budget, maxTokens, models };
  return { passwordHash, mustChangePassword, role, disabledAt, ...limits };
}

/** All admins are locked, always in one order: of two who would each take away the other, one has to wait and see. */
async function requireAnotherAdmin(manager: EntityManager, id: string): Promise<void> {
  const admins = await manager.query<{ id: string }[]>(
    `SELECT id FROM users WHERE role = 'admin' AND disabled_at IS NULL ORDER BY id FOR UPDATE`,
  );
  const isLast = admins.length === 1 && admins[0]?.id === id;
  if (!isLast) return;
  throw new GatewayError(
    'wrong-state',
    'This is the last enabled admin. Make somebody else an admin before you disable or demote this one.',
  );
}
