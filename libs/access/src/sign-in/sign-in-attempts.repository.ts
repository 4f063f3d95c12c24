import { deleteInBatches } from '#database';
import { type EntityManager } from 'typeorm';
import { typedEmail } from '../users/email.js';
import { addressSubject, toNetwork } from './address-subject.js';

const MINUTE_MS = 60_000;
/** Failures are forgotten after this time without another. */
const MEMORY_MINUTES = 15;
/** Doubled more often, every wait would be longer than the longest. */
const MAX_DOUBLINGS = 10;

interface Rule {
  /** How many attempts may fail before each further one has to wait. */
  free: number;
  /** The first wait; each further failure doubles it, up to the longest. */
  waitSeconds: number;
  maxWaitSeconds: number;
}

const QUARTER_HOUR = 15 * 60;

/** From one network, at however many accounts. */
const NETWORK: Rule = { free: 30, waitSeconds: 60, maxWaitSeconds: QUARTER_HOUR };
/** At one account, from one network. */
const ACCOUNT_AT_NETWORK: Rule = { free: 5, waitSeconds: 60, maxWaitSeconds: QUARTER_HOUR };
/** The same where the owner of the account has signed in before: they may sit there still, beside whoever guesses. */
const ACCOUNT_AT_KNOWN_NETWORK: Rule = { free: 10, waitSeconds: 1, maxWaitSeconds: 10 };
/** At one account, from all networks that are not known: guesses from everywhere are slowed down, not shut out. */
const ACCOUNT: Rule = { free: 20, waitSeconds: 5, maxWaitSeconds: 60 };

/** Whether an attempt may be made. */
export interface Admission {
  /** Where it may not: when the next one may. */
  lockedUntil?: Date;
  /** Where it may and is the last one that is free: until when there is none after it, should it fail. */
  locksUntil?: Date;
}

/**
 * Counts attempts before they are made: as a failure that a success takes back. However many are made at once, in
 * however many processes, no more of them than are free get to a password.
 */
export class SignInAttempts {
  constructor(private readonly database: Pick<EntityManager, 'query'>) {}

  async admitAddress(address: string, now: Date): Promise<Admission> {
    return this.admit(addressSubject(address), NETWORK, now);
  }

  /** An account, whether there is one or not, from one network. */
  async admitAccountAt(email: string, address: string, isKnown: boolean, now: Date): Promise<Admission> {
    const rule = isKnown ? ACCOUNT_AT_KNOWN_NETWORK : ACCOUNT_AT_NETWORK;
    return this.admit(pairSubject(email, address), rule, now);
  }

  /** The same account from anywhere. */
  async admitAccount(email: string, now: Date): Promise<Admission> {
    return this.admit(accountSubject(email), ACCOUNT, now);
  }

  /** Wherever the attempts came from. */
  async forgetAccount(email: string): Promise<void> {
    await this.database.query(
      'DELETE FROM sign_in_attempts WHERE subject = lower($1) OR starts_with(subject, lower($2))',
      [accountSubject(email), pairSubject(email, '')],
    );
  }

  async forgetAccountAt(email: string, address: string): Promise<void> {
    await this.database.query('DELETE FROM sign_in_attempts WHERE subject = lower($1)', [
      pairSubject(email, address),
    ]);
  }

  /** For an attempt that was not made after all. */
  async takeBackFromAccountAt(email: string, address: string): Promise<void> {
    await this.takeBack(pairSubject(email, address));
  }

  /** Only the one attempt: guesses from elsewhere go on counting. */
  async takeBackFromAccount(email: string): Promise<void> {
    await this.takeBack(accountSubject(email));
  }

  /** Only the one attempt: with an account of one's own one could otherwise try those of others for ever. */
  async takeBackFromAddress(address: string): Promise<void> {
    await this.takeBack(addressSubject(address));
  }

  async deleteForgotten(now: Date): Promise<number> {
    // Anybody can make these rows, as many as they like.
    return deleteInBatches(this.database, {
      table: 'sign_in_attempts',
      where: 'last_failure_at <= $1',
      parameters: [minutesBefore(now, 2 * MEMORY_MINUTES)],
    });
  }

  private async takeBack(subject: string): Promise<void> {
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
      [subject, now, minutesBefore(now, MEMORY_MINUTES), free, waitSeconds, maxWaitSeconds],
    );
    if (admitted === undefined) return { lockedUntil: await this.lockedUntil(subject, now) };
    const { failures, lockedUntil } = admitted;
    return failures === free && lockedUntil !== null ? { locksUntil: lockedUntil } : {};
  }

  private async lockedUntil(subject: string, now: Date): Promise<Date> {
    const [row] = await this.database.query<{ lockedUntil: Date | null }[]>(
      'SELECT locked_until AS "lockedUntil" FROM sign_in_attempts WHERE subject = lower($1)',
      [subject],
    );
    // It may have been unlocked in the meantime.
    return row?.lockedUntil ?? now;
  }
}

function accountSubject(email: string): string {
  return `account:${typedEmail(email)}`;
}

/** No address has a space in it, so that one account never reads like the beginning of another. */
function pairSubject(email: string, address: string): string {
  return `pair:${typedEmail(email)} ${address === '' ? '' : toNetwork(address)}`;
}

function minutesBefore(now: Date, minutes: number): Date {
  return new Date(now.getTime() - minutes * MINUTE_MS);
}
