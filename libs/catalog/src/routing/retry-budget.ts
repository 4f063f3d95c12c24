import { type Clock, SYSTEM_CLOCK } from '../health/clock.js';

/** The credit per request: one retry for five requests, minus what the saved credit allows. */
const CREDIT_PER_REQUEST = 0.18;
/** The credit per second, so that a client with few requests gets its retries. */
const CREDIT_PER_SECOND = 1;
const MAX_CREDIT = 5;
const MAX_DEBT = 1_000;

/**
 * Limits retries, so that they do not amplify an outage. Retries to healthy targets are always allowed and counted as
 * debt; all others need credit.
 */
export class RetryBudget {
  private balance = MAX_CREDIT;
  private lastRequestAt: number;

  constructor(private readonly clock: Pick<Clock, 'now'> = SYSTEM_CLOCK) {
    this.lastRequestAt = clock.now();
  }

  noteRequest(): void {
    const now = this.clock.now();
    const quietSeconds = Math.max(0, now - this.lastRequestAt) / 1000;
    this.lastRequestAt = now;
    const earned = Math.max(CREDIT_PER_REQUEST, quietSeconds * CREDIT_PER_SECOND);
    this.balance = Math.min(MAX_CREDIT, this.balance + earned);
  }

  /** Uses credit for a retry. Returns false if there is not enough. */
  take(): boolean {
    if (this.balance < 1) return false;
    this.balance -= 1;
    return true;
  }

  /** Counts a retry to a healthy target, which is always allowed. */
  noteFailover(): void {
    this.balance = Math.max(-MAX_DEBT, this.balance - 1);
  }
}
