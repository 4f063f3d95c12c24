import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayError } from '#canonical';
import { type createDataSource } from '#database';
import { type NewSession, type SessionUser, type Visitor } from '../sessions/session.js';
import { SessionDirectory } from '../sessions/session-directory.repository.js';
import { generatePassword, hashPassword, isOutdatedHash, verifyPassword } from '../users/password.js';
import { type UserEntity } from '../users/user.entity.js';
import { UserRepository } from '../users/user.repository.js';
import { toNetwork } from './address-subject.js';
import { KnownNetworks } from './known-networks.repository.js';
import { type Lockout } from './lockout.js';
import { KeyedMutex } from './keyed-mutex.js';
import { Semaphore } from './semaphore.js';
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

/** How an attempt stands with each count that it is part of. */
interface Admissions {
  byPair: Admission;
  byAddress?: Admission;
  byAccount?: Admission;
}

/** Comparing passwords is hard work on purpose: many sign-ins at once must not take all processors and memory. */
const COMPARING = { max: 2, maxWaiting: 100 };
const MAX_PRETENDED_MS = 1_000;

/** Lets people in by their password. */
export class SignIn {
  private readonly users: UserRepository;
  private readonly attempts: SignInAttempts;
  private readonly networks: KnownNetworks;
  private readonly verify: typeof verifyPassword;
  private readonly onSignIn: NonNullable<SignInOptions['onSignIn']>;
  private readonly onLockout: NonNullable<SignInOptions['onLockout']>;
  /** An attempt counts as failed while it runs. Those that will succeed should not lock each other out. */
  private readonly inTurn = new KeyedMutex();
  private readonly comparing = new Semaphore(COMPARING);
  private usualCompareMs = 0;
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

  /** A new session. Throws the same for whatever is wrong with the credentials, and another error for too many from one address. */
  async attempt(attempt: SignInAttempt, onSignIn = this.onSignIn): Promise<SignedIn> {
    const user = await this.confirm(attempt);
    const { passwordHash } = user;
    const renewedHash = isOutdatedHash(passwordHash) ? await hashPassword(attempt.password) : undefined;
    return this.database.transaction(async (transaction) => {
      const seen = { userId: user.id, passwordHash, renewedHash };
      if (!(await new UserRepository(transaction).noteSignIn(seen, attempt.now))) throw invalidCredentials();
      await new KnownNetworks(transaction).remember(user.id, attempt.address, attempt.now);
      const session = await new SessionDirectory(transaction).start(user.id, attempt, attempt.now);
      const signedIn = sessionUser(user);
      await onSignIn(transaction, signedIn);
      return { session, user: signedIn };
    });
  }

  /** Whose credentials these are. Counts as an attempt to sign in, and throws like one, but signs nobody in. */
  async confirm(credentials: Credentials): Promise<UserEntity> {
    const account = credentials.email.trim().toLowerCase();
    // Whoever guesses from elsewhere stands in another line.
    return this.inTurn.run(`${account} ${toNetwork(credentials.address)}`, () => this.check(credentials));
  }

  private async check(credentials: Credentials): Promise<UserEntity> {
    const { email, address, now } = credentials;
    const isKnown = await this.networks.has(email, address, now);
    const admissions = isKnown ? await this.admitKnown(credentials) : await this.admitStranger(credentials);
    const { user, isRight } = await this.compare(credentials);
    if (user === null || !isRight || user.disabledAt !== null) {
      this.tellLockouts(user, admissions, credentials);
      throw invalidCredentials();
    }
    await this.attempts.forgetAccountAt(email, address);
    if (!isKnown) {
      await this.attempts.takeBackFromAccount(email);
      await this.attempts.takeBackFromAddress(address);
    }
    return user;
  }

  /** What strangers have done elsewhere, or at other accounts, does not count here; and whoever has to wait is told so. */
  private async admitKnown({ email, address, now }: Credentials): Promise<Admissions> {
    const byPair = await this.attempts.admitAccountAt(email, address, true, now);
    if (byPair.lockedUntil !== undefined) throw tooManyAttempts(byPair.lockedUntil, now);
    return { byPair };
  }

  /** A stranger is not told whether the password was wrong or nobody has looked at it. */
  private async admitStranger(credentials: Credentials): Promise<Admissions> {
    const { email, address, now } = credentials;
    const byAddress = await this.attempts.admitAddress(address, now);
    if (byAddress.lockedUntil !== undefined) throw tooManyAttempts(byAddress.lockedUntil, now);
    const byPair = await this.attempts.admitAccountAt(email, address, false, now);
    if (byPair.lockedUntil !== undefined) return this.refuseUnseen(byAddress, credentials);
    const byAccount = await this.attempts.admitAccount(email, now);
    if (byAccount.lockedUntil !== undefined) {
      await this.attempts.takeBackFromAccountAt(email, address);
      return this.refuseUnseen(byAddress, credentials);
    }
    return { byAddress, byPair, byAccount };
  }

  /** After the time that looking at a password takes, without the work. */
  private async refuseUnseen(byAddress: Admission, credentials: Credentials): Promise<never> {
    this.tellLockouts(null, { byAddress, byPair: {} }, credentials);
    await sleep(Math.min(this.usualCompareMs, MAX_PRETENDED_MS));
    throw invalidCredentials();
  }

  private async compare({ email, password, address }: Credentials): Promise<Compared> {
    const decoy = await this.decoyHash();
    const user = await this.users.findByEmail(email);
    const startedAt = performance.now();
    try {
      const isRight = await this.comparing.run(() => this.verify(user?.passwordHash ?? decoy, password));
      return { user, isRight };
    } catch (error) {
      await this.attempts.takeBackFromAccountAt(email, address);
      throw error;
    } finally {
      this.usualCompareMs += (performance.now() - startedAt - this.usualCompareMs) / 8;
    }
  }

  /** Accounts that nobody has could be made up without end, and are not worth a word. */
  private tellLockouts(
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
  return new GatewayError('invalid-credentials', 'The e-mail address or the password is wrong.');
}

function tooManyAttempts(lockedUntil: Date, now: Date): GatewayError {
  const waitSeconds = Math.ceil((lockedUntil.getTime() - now.getTime()) / 1000);
  return new GatewayError(
    'rate-limited',
    'There were too many attempts to sign in from this address. Wait, and try again.',
    {
      retryAfterSeconds: Math.max(waitSeconds, 1),
    },
  );
}
