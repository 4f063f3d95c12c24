import { type EntityManager } from 'typeorm';
import { typedEmail } from '../users/email.js';
import { addressSubject } from './address-subject.js';

/** How many attempts may fail before each further one has to wait. */
const ACCOUNT_FAILURES = 5;
const ADDRESS_FAILURES = 30;

const MINUTE_MS = 60_000;
/** Failures are forgotten after this time without another, and it is the longest wait between two. */
const MEMORY_MINUTES = 15;
/** Doubled once more, the wait would be longer than the longest. */
const MOST_DOUBLINGS = 4;

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
    return this.admit(addressSubject(address), ADDRESS_FAILURES, now);
  }

  /** The same for an account, whether there is one or not. */
  async admitAccount(email: string, now: Date): Promise<Admission> {
    return this.admit(accountSubject(email), ACCOUNT_FAILURES, now);
  }

  async forgetAccount(email: string): Promise<void> {
    await this.database.query('DELETE FROM sign_in_attempts WHERE subject = lower($1)', [
      accountSubject(email),
    ]);
  }

  /** Only the one attempt: with an account of one's own one could otherwise try those of others for ever. */
  async takeBackFromAddress(address: string): Promise<void> {
    await this.database.query(
      `UPDATE sign_in_attempts SET failures = greatest(failures - 1, 0), locked_until = NULL
       WHERE subject = lower($1)`,
      [addressSubject(address)],
    );
  }

  async deleteForgotten(now: Date): Promise<number> {
    const [, count] = await this.database.query<[unknown, number]>(
      'DELETE FROM sign_in_attempts WHERE last_failure_at <= $1',
      [minutesBefore(now, 2 * MEMORY_MINUTES)],
    );
    return count;
  }

  private async admit(subject: string, freeFailures: number, now: Date): Promise<Admission> {
    const [admitted] = await this.database.query<{ failures: number; lockedUntil: Date | null }[]>(
      `INSERT INTO sign_in_attempts AS known (subject, failures, last_failure_at)
       VALUES (lower($1), 1, $2)
       ON CONFLICT (subject) DO UPDATE SET (failures, last_failure_at, locked_until) = (
         SELECT total, excluded.last_failure_at, CASE WHEN total >= $4::integer
           THEN excluded.last_failure_at
             + least(power(2, least(total - $4::integer, ${MOST_DOUBLINGS})), ${MEMORY_MINUTES}) * interval '1 minute'
           END
         FROM (SELECT CASE WHEN greatest(known.last_failure_at, known.locked_until) <= $3
           THEN 1 ELSE known.failures + 1 END AS total) AS counted)
       WHERE known.locked_until IS NULL OR known.locked_until <= excluded.last_failure_at
       RETURNING failures, locked_until AS "lockedUntil"`,
      [subject, now, minutesBefore(now, MEMORY_MINUTES), freeFailures],
    );
    if (admitted === undefined) return { lockedUntil: await this.lockedUntil(subject, now) };
    const { failures, lockedUntil } = admitted;
    return failures === freeFailures && lockedUntil !== null ? { locksUntil: lockedUntil } : {};
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

function minutesBefore(now: Date, minutes: number): Date {
  return new Date(now.getTime() - minutes * MINUTE_MS);
}
