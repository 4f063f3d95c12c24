import { GatewayError } from '#canonical';
import { type createDataSource } from '#database';
import { type NewSession, type SessionUser, type Visitor } from '../sessions/session.js';
import { SessionDirectory } from '../sessions/session-directory.repository.js';
import { generatePassword, hashPassword, isOutdatedHash, verifyPassword } from '../users/password.js';
import { type UserEntity } from '../users/user.entity.js';
import { UserRepository } from '../users/user.repository.js';
import { networkOf } from './address-subject.js';
import { type Lockout } from './lockout.js';
import { OneByOne } from './one-by-one.js';
import { type Admission, SignInAttempts } from './sign-in-attempts.repository.js';

type Database = ReturnType<typeof createDataSource>;
type Transaction = Database['manager'];

export interface Credentials {
  email: string;
  password: string;
  address: string;
  now: Date;
  requestId?: string;
}

export type SignInAttempt = Credentials & Visitor;

export interface SignedIn {
  session: NewSession;
  user: SessionUser;
}

export interface SignInOptions {
  verify?: typeof verifyPassword;
  /** Part of the transaction that starts the session: where this rejects, nobody is signed in. */
  onSignIn?: (transaction: Transaction, user: SessionUser) => Promise<void>;
  /** Told of lockouts of accounts that exist, and of addresses. Nobody waits: it would tell which accounts do exist. */
  onLockout?: (lockout: Lockout) => void;
}

interface Compared {
  user: UserEntity | null;
  isRight: boolean;
}

const NOBODY: Compared = { user: null, isRight: false };

/** Lets people in by their password. */
export class SignIn {
  private readonly users: UserRepository;
  private readonly attempts: SignInAttempts;
  private readonly verify: typeof verifyPassword;
  private readonly onSignIn: NonNullable<SignInOptions['onSignIn']>;
  private readonly onLockout: NonNullable<SignInOptions['onLockout']>;
  /** An attempt counts as failed while it runs. Those that will succeed should not lock each other out. */
  private readonly byAccount = new OneByOne();
  private decoy: Promise<string> | undefined;

  constructor(
    private readonly database: Database,
    {
      verify = verifyPassword,
      onSignIn = async () => undefined,
      onLockout = () => undefined,
    }: SignInOptions = {},
  ) {
    this.users = new UserRepository(database);
    this.attempts = new SignInAttempts(database);
    this.verify = verify;
    this.onSignIn = onSignIn;
    this.onLockout = onLockout;
  }

  /** A new session. Throws the same for whatever is wrong with the credentials, and another error for too many from one address. */
  async attempt(attempt: SignInAttempt, onSignIn = this.onSignIn): Promise<SignedIn> {
    const user = await this.confirm(attempt);
    const { passwordHash } = user;
    const renewedHash = isOutdatedHash(passwordHash) ? await hashPassword(attempt.password) : undefined;
    return this.database.transaction(async (transaction) => {
      const seen = { userId: user.id, passwordHash, renewedHash };
      if (!(await new UserRepository(transaction).noteSignIn(seen, attempt.now))) throw invalidCredentials();
      const session = await new SessionDirectory(transaction).start(user.id, attempt, attempt.now);
      const signedIn = sessionUser(user);
      await onSignIn(transaction, signedIn);
      return { session, user: signedIn };
    });
  }

  /** Whose credentials these are. Counts as an attempt to sign in, and throws like one, but signs nobody in. */
  async confirm(credentials: Credentials): Promise<UserEntity> {
    const account = credentials.email.trim().toLowerCase();
    return this.byAccount.run(account, () => this.check(credentials));
  }

  private async check(credentials: Credentials): Promise<UserEntity> {
    const { email, password, address, now } = credentials;
    const byAddress = await this.attempts.admitAddress(address, now);
    if (byAddress.lockedUntil !== undefined) throw tooManyAttempts(byAddress.lockedUntil, now);
    const byAccount = await this.attempts.admitAccount(email, now);
    const isLocked = byAccount.lockedUntil !== undefined;
    const { user, isRight } = isLocked ? NOBODY : await this.compare(email, password);
    if (user === null || !isRight || user.disabledAt !== null) {
      this.tellLockouts(user, { byAddress, byAccount }, credentials);
      throw invalidCredentials();
    }
    await this.attempts.forgetAccount(email);
    await this.attempts.takeBackFromAddress(address);
    return user;
  }

  private async compare(email: string, password: string): Promise<Compared> {
    const decoy = await this.decoyHash();
    const user = await this.users.findByEmail(email);
    return { user, isRight: await this.verify(user?.passwordHash ?? decoy, password) };
  }

  /** Accounts that nobody has could be made up without end, and are not worth a word. */
  private tellLockouts(
    user: UserEntity | null,
    { byAddress, byAccount }: { byAddress: Admission; byAccount: Admission },
    { address, requestId }: Credentials,
  ): void {
    const from = { address, requestId };
    if (byAccount.locksUntil !== undefined && user !== null) {
      this.onLockout({ of: { user }, until: byAccount.locksUntil, ...from });
    }
    if (byAddress.locksUntil !== undefined) {
      this.onLockout({ of: { network: networkOf(address) }, until: byAddress.locksUntil, ...from });
    }
  }

  /** For accounts that do not exist, so that they take as long as those that do. Everybody waits for it to be made. */
  private decoyHash(): Promise<string> {
    this.decoy ??= hashPassword(generatePassword());
    return this.decoy;
  }
}

function sessionUser({ id, email, role, mustChangePassword }: UserEntity): SessionUser {
  return { id, email, role, mustChangePassword };
}

function invalidCredentials(): GatewayError {
  return new GatewayError(
    'invalid-credentials',
    'The e-mail address or the password is wrong, or there were too many attempts. Check both, or try again later.',
  );
}

function tooManyAttempts(lockedUntil: Date, now: Date): GatewayError {
  const waitSeconds = Math.ceil((lockedUntil.getTime() - now.getTime()) / 1000);
  return new GatewayError('rate-limited', 'There were too many attempts to sign in from this address.', {
    retryAfterSeconds: Math.max(waitSeconds, 1),
  });
}
