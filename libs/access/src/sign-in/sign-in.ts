import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayError } from '#canonical';
import { type createDataSource } from '#database';
import { type NewSession, type SessionUser, type SessionClient } from '../sessions/session.js';
import { SessionDirectory } from '../sessions/session-directory.js';
import { generatePassword, hashPassword, isOutdatedHash, verifyPassword } from '../users/password.js';
import { type UserEntity } from '../users/user.entity.js';
import { UserRepository } from '../users/user.repository.js';
import { toNetwork } from './address-subject.js';
import { KnownNetworks } from './known-networks.js';
import { type Lockout } from './lockout.js';
import { KeyedMutex } from './keyed-mutex.js';
import { Semaphore } from './semaphore.js';
import { type Admission, SignInAttempts } from './sign-in-attempts.js';

type Database = ReturnType<typeof createDataSource>;
type Transaction = Database['manager'];

export interface Credentials {
  email: string;
  password: string;
  address: string;
  now: Date;
  requestId?: string;
}

export type SignInAttempt = Credentials & SessionClient;

export interface SignInResult {
  session: NewSession;
  user: SessionUser;
}

export interface SignInOptions {
  verify?: typeof verifyPassword;
  /** Runs in the transaction that creates the session. If it rejects, no session is created. */
  onSignIn?: (transaction: Transaction, user: SessionUser) => Promise<void>;
  /**
   * Called for lockouts of existing accounts and of addresses. Not awaited: the response time would reveal which accounts
   * exist.
   */
  onLockout?: (lockout: Lockout) => void;
}

interface PasswordComparison {
  user: UserEntity | null;
  isCorrect: boolean;
}

/** The admission of an attempt by each of its counts. */
interface Admissions {
  byPair: Admission;
  byAddress?: Admission;
  byAccount?: Admission;
}

/** Argon2 needs much CPU time and memory, so the number of concurrent comparisons is limited. */
const COMPARISON_LIMITS = { max: 2, maxWaiting: 100 };
const MAX_DECOY_MS = 1_000;

/** Signs users in with their password. */
export class SignIn {
  private readonly users: UserRepository;
  private readonly attempts: SignInAttempts;
  private readonly networks: KnownNetworks;
  private readonly verify: typeof verifyPassword;
  private readonly onSignIn: NonNullable<SignInOptions['onSignIn']>;
  private readonly onLockout: NonNullable<SignInOptions['onLockout']>;
  /** An attempt counts as failed while it runs. Concurrent valid sign-ins of one user must not lock each other out. */
  private readonly mutex = new KeyedMutex();
  private readonly comparisons = new Semaphore(COMPARISON_LIMITS);
  private averageCompareMs = 0;
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
    this.networks = new KnownNetworks(database);
    this.verify = verify;
    this.onSignIn = onSignIn;
    this.onLockout = onLockout;
  }

  /**
   * Creates a session. Throws the same error for all wrong credentials, and another for too many attempts from one
   * address.
   */
  async attempt(attempt: SignInAttempt, onSignIn = this.onSignIn): Promise<SignInResult> {
    const user = await this.confirm(attempt);
    const { passwordHash } = user;
    const renewedHash = isOutdatedHash(passwordHash) ? await hashPassword(attempt.password) : undefined;
    return this.database.transaction(async (transaction) => {
      const seen = { userId: user.id, passwordHash, renewedHash };
      if (!(await new UserRepository(transaction).recordSignIn(seen, attempt.now)))
        throw invalidCredentials();
      await new KnownNetworks(transaction).remember(user.id, attempt.address, attempt.now);
      const session = await new SessionDirectory(transaction).start(user.id, attempt, attempt.now);
      const signedIn = toSessionUser(user);
      await onSignIn(transaction, signedIn);
      return { session, user: signedIn };
    });
  }

  /** Returns the user with these credentials. Counts and throws like a sign-in, but creates no session. */
  async confirm(credentials: Credentials): Promise<UserEntity> {
    const account = credentials.email.trim().toLowerCase();
    // The key includes the network, so that an attacker in another network cannot delay the user.
    return this.mutex.run(`${account} ${toNetwork(credentials.address)}`, () => this.check(credentials));
  }

  private async check(credentials: Credentials): Promise<UserEntity> {
    const { email, address, now } = credentials;
    const isKnown = await this.networks.has(email, address, now);
    const admissions = isKnown
      ? await this.admitFromKnownNetwork(credentials)
      : await this.admitFromUnknownNetwork(credentials);
    const { user, isCorrect } = await this.compare(credentials);
    if (user === null || !isCorrect || user.disabledAt !== null) {
      this.reportLockouts(user, admissions, credentials);
      throw invalidCredentials();
    }
    await this.attempts.resetAccountAt(email, address);
    if (!isKnown) {
      await this.attempts.subtractFromAccount(email);
      await this.attempts.subtractFromAddress(address);
    }
    return user;
  }

  /** Only the attempts of this account from this network count here, and the error says that the client must wait. */
  private async admitFromKnownNetwork({ email, address, now }: Credentials): Promise<Admissions> {
    const byPair = await this.attempts.admitAccountAt(email, address, true, now);
    if (byPair.lockedUntil !== undefined) throw tooManyAttempts(byPair.lockedUntil, now);
    return { byPair };
  }

  /** From unknown networks, a locked account gets the same error as a wrong password. */
  private async admitFromUnknownNetwork(credentials: Credentials): Promise<Admissions> {
    const { email, address, now } = credentials;
    const byAddress = await this.attempts.admitAddress(address, now);
    if (byAddress.lockedUntil !== undefined) throw tooManyAttempts(byAddress.lockedUntil, now);
    const byPair = await this.attempts.admitAccountAt(email, address, false, now);
    if (byPair.lockedUntil !== undefined) return this.rejectWithoutComparing(byAddress, credentials);
    const byAccount = await this.attempts.admitAccount(email, now);
    if (byAccount.lockedUntil !== undefined) {
      await this.attempts.subtractFromAccountAt(email, address);
      return this.rejectWithoutComparing(byAddress, credentials);
    }
    return { byAddress, byPair, byAccount };
  }

  /** Rejects after the time that a comparison usually takes, without comparing. */
  private async rejectWithoutComparing(byAddress: Admission, credentials: Credentials): Promise<never> {
    this.reportLockouts(null, { byAddress, byPair: {} }, credentials);
    await sleep(Math.min(this.averageCompareMs, MAX_DECOY_MS));
    throw invalidCredentials();
  }

  private async compare({ email, password, address }: Credentials): Promise<PasswordComparison> {
    const decoy = await this.getDecoyHash();
    const user = await this.users.findByEmail(email);
    const startedAt = performance.now();
    try {
      const isCorrect = await this.comparisons.run(() => this.verify(user?.passwordHash ?? decoy, password));
      return { user, isCorrect };
    } catch (error) {
      await this.attempts.subtractFromAccountAt(email, address);
      throw error;
    } finally {
      this.averageCompareMs += (performance.now() - startedAt - this.averageCompareMs) / 8;
    }
  }

  /** Lockouts of accounts that do not exist are not reported: attackers could create any number of them. */
  private reportLockouts(
    user: UserEntity | null,
    { byAddress, byPair, byAccount }: Admissions,
    { address, requestId }: Credentials,
  ): void {
    const from = { address, requestId };
    const until = byPair.locksUntil ?? byAccount?.locksUntil;
    if (until !== undefined && user !== null) this.onLockout({ of: { user }, until, ...from });
    if (byAddress?.locksUntil !== undefined) {
      this.onLockout({ of: { network: toNetwork(address) }, until: byAddress.locksUntil, ...from });
    }
  }

  /**
   * A hash to compare with if the account does not exist, so that both cases take the same time. It is created before the
   * first comparison of either case.
   */
  private getDecoyHash(): Promise<string> {
    this.decoy ??= hashPassword(generatePassword());
    return this.decoy;
  }
}

function toSessionUser({ id, email, role, mustChangePassword }: UserEntity): SessionUser {
  return { id, email, role, mustChangePassword };
}

function invalidCredentials(): GatewayError {
  return new GatewayError('invalid-credentials', 'The email address or password is wrong.');
}

function tooManyAttempts(lockedUntil: Date, now: Date): GatewayError {
  const waitSeconds = Math.ceil((lockedUntil.getTime() - now.getTime()) / 1000);
  return new GatewayError(
    'rate-limited',
    'Too many sign-in attempts from this IP address. Wait, then try again.',
    {
      retryAfterSeconds: Math.max(waitSeconds, 1),
    },
  );
}
