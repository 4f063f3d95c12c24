import { deleteInBatches } from '#database';
import { type EntityManager } from 'typeorm';
import { normalizeEmail } from '../users/email.js';
import { toAddressSubject, toNetwork } from './address-subject.js';

const MINUTE_MS = 60_000;
/** Failures no longer count after this time without another failure. */
const FAILURE_MEMORY_MINUTES = 15;
/** Further doublings would exceed every maximum. They are capped so that `power` cannot overflow. */
const MAX_DOUBLINGS = 10;

interface Rule {
  /** How many attempts may fail before further ones are locked for a time. */
  free: number;
  /** The first lock time; each further failure doubles it, up to the maximum. */
  waitSeconds: number;
  maxWaitSeconds: number;
}

const QUARTER_HOUR = 15 * 60;

/** For one network, over all accounts. */
const NETWORK: Rule = { free: 30, waitSeconds: 60, maxWaitSeconds: QUARTER_HOUR };
/** For one account from one network. */
const ACCOUNT_AT_NETWORK: Rule = { free: 5, waitSeconds: 60, maxWaitSeconds: QUARTER_HOUR };
/** The same for a network from which the user has signed in: the user may still be there, beside an attacker. */
const ACCOUNT_AT_KNOWN_NETWORK: Rule = { free: 10, waitSeconds: 1, maxWaitSeconds: 10 };
/** For one account, over all unknown networks: distributed guessing is slowed down, but cannot lock out the user. */
const ACCOUNT: Rule = { free: 20, waitSeconds: 5, maxWaitSeconds: 60 };

/** Whether an attempt is allowed. */
export interface Admission {
  /** Set if the attempt is not allowed: the time of the next allowed one. */
  lockedUntil?: Date;
  /** Set if the attempt is allowed and is the last free one: the end of the lock that begins if it fails. */
  locksUntil?: Date;
}

/**
 * Counts each attempt as a failure before the password is compared; a success subtracts it again. So concurrent attempts,
 * in any number of processes, cannot compare more passwords than are free.
 */
export class SignInAttempts {
  constructor(private readonly database: Pick<EntityManager, 'query'>) {}

  async admitAddress(address: string, now: Date): Promise<Admission> {
    return this.admit(toAddressSubject(address), NETWORK, now);
  }

  /** Counts for an account from one network. The account need not exist. */
  async admitAccountAt(email: string, address: string, isKnown: boolean, now: Date): Promise<Admission> {
    const rule = isKnown ? ACCOUNT_AT_KNOWN_NETWORK : ACCOUNT_AT_NETWORK;
    return this.admit(toPairSubject(email, address), rule, now);
  }

  /** Counts for an account over all networks. */
  async admitAccount(email: string, now: Date): Promise<Admission> {
    return this.admit(toAccountSubject(email), ACCOUNT, now);
  }

  /** Resets the counts of an account for all networks. */
  async resetAccount(email: string): Promise<void> {
    await this.database.query(
      'DELETE FROM sign_in_attempts WHERE subject = lower($1) OR starts_with(subject, lower($2))',
      [toAccountSubject(email), toPairSubject(email, '')],
    );
  }

  async resetAccountAt(email: string, address: string): Promise<void> {
    await this.database.query('DELETE FROM sign_in_attempts WHERE subject = lower($1)', [
      toPairSubject(email, address),
    ]);
  }

  /** For an attempt whose password was not compared. */
  async subtractFromAccountAt(email: string, address: string): Promise<void> {
    await this.subtractFailure(toPairSubject(email, address));
  }

  /** Subtracts only one attempt: guesses from other networks still count. */
  async subtractFromAccount(email: string): Promise<void> {
    await this.subtractFailure(toAccountSubject(email));
  }

  /** Subtracts only one attempt: otherwise signing in to one's own account would allow endless guesses at others. */
  async subtractFromAddress(address: string): Promise<void> {
    await this.subtractFailure(toAddressSubject(address));
  }

  async deleteExpired(now: Date): Promise<number> {
    // Deleted in batches: anonymous clients can create any number of these rows.
    return deleteInBatches(this.database, {
      table: 'sign_in_attempts',
      where: 'last_failure_at <= $1',
      parameters: [minutesBefore(now, 2 * FAILURE_MEMORY_MINUTES)],
    });
  }

  private async subtractFailure(subject: string): Promise<void> {
    await this.database.query(
      `UPDATE sign_in_attempts SET failures = greatest(failures - 1, 0), locked_until = NULL
       WHERE subject = lower($1)`,
      [subject],
    );
  }

  private async admit(subject: string, rule: Rule, now: Date): Promise<Admission> {
    const { free, waitSeconds, maxWaitSeconds } = rule;
    const [admitted] = await this.database.query<{ failures: number; lockedUntil: Date | null }[]>(
      `INSERT INTO sign_in_attempts AS known (subject, failures, last_failure_at)
       VALUES (lower($1), 1, $2)
       ON CONFLICT (subject) DO UPDATE SET (failures, last_failure_at, locked_until) = (
         SELECT total, excluded.last_failure_at, CASE WHEN total >= $4::integer
           THEN excluded.last_failure_at
             + least($5 * power(2, least(total - $4::integer, ${MAX_DOUBLINGS})), $6) * interval '1 second'
           END
         FROM (SELECT CASE WHEN greatest(known.last_failure_at, known.locked_until) <= $3
           THEN 1 ELSE known.failures + 1 END AS total) AS counted)
       WHERE known.locked_until IS NULL OR known.locked_until <= excluded.last_failure_at
       RETURNING failures, locked_until AS "lockedUntil"`,
      [subject, now, minutesBefore(now, FAILURE_MEMORY_MINUTES), free, waitSeconds, maxWaitSeconds],
    );
    if (admitted === undefined) return { lockedUntil: await this.loadLockedUntil(subject, now) };
    const { failures, lockedUntil } = admitted;
    return failures === free && lockedUntil !== null ? { locksUntil: lockedUntil } : {};
  }

  private async loadLockedUntil(subject: string, now: Date): Promise<Date> {
    const [row] = await this.database.query<{ lockedUntil: Date | null }[]>(
      'SELECT locked_until AS "lockedUntil" FROM sign_in_attempts WHERE subject = lower($1)',
      [subject],
    );
    // The row may have been unlocked or deleted meanwhile.
    return row?.lockedUntil ?? now;
  }
}

function toAccountSubject(email: string): string {
  return `account:${normalizeEmail(email)}`;
}

/** Network addresses contain no space, so the subject of one account is never a prefix of another's. */
function toPairSubject(email: string, address: string): string {
  return `pair:${normalizeEmail(email)} ${address === '' ? '' : toNetwork(address)}`;
}

function minutesBefore(now: Date, minutes: number): Date {
  return new Date(now.getTime() - minutes * MINUTE_MS);
}
