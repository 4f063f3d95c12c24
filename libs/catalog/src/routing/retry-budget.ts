import { type Clock, SYSTEM_CLOCK } from '../health/clock.js';

/** What each request adds: one more attempt for five requests, less what may have been saved up before. */
const EARNED_BY_REQUEST = 0.18;
/** What time adds where requests are few: a lone client gets its second attempt. */
const EARNED_BY_SECOND = 1;
const MAX_SAVED = 5;
const MAX_OWED = 1_000;

/**
 * Bounds the attempts that are not the first of their request, so that an outage is not amplified. Going on to a
 * target that nothing is known against is always allowed, and owed; everything else has to be earned before.
 */
export class RetryBudget {
  private balance = MAX_SAVED;
  private lastRequestAt: number;

  constructor(private readonly clock: Pick<Clock, 'now'> = SYSTEM_CLOCK) {
    this.lastRequestAt = clock.now();
  }

  noteRequest(): void {
    const now = this.clock.now();
    const quietSeconds = Math.max(0, now - this.lastRequestAt) / 1000;
    this.lastRequestAt = now;
    const earned = Math.max(EARNED_BY_REQUEST, quietSeconds * EARNED_BY_SECOND);
    this.balance = Math.min(MAX_SAVED, this.balance + earned);
  }

  /** Whether one more attempt may be made that has to be earned. */
  take(): boolean {
    if (this.balance < 1) return false;
    this.balance -= 1;
    return true;
  }

  /** One more attempt was made that nobody had to ask for. */
  noteFailover(): void {
    this.balance = Math.max(-MAX_OWED, this.balance - 1);
  }
}
