import { type OutcomeRepository } from '../outcomes.repository.js';
import { type VideoTask } from '../task.js';
import { type WorkSettings } from './work-options.js';

/** The share of the lease after which a submission is aborted, before other workers consider this one dead. */
const SHARE_OF_LEASE = 8 / 9;
const RENEWALS_PER_LEASE = 3;

export interface SubmitLeaseOptions {
  transitions: Pick<OutcomeRepository, 'touch'>;
  settings: Pick<WorkSettings, 'submitLeaseMs'>;
  /** Aborted when the worker stops. The lease is then not renewed any more. */
  stopping: AbortSignal;
}

/**
 * The lease of a submission. It is renewed while the worker waits for the upstream, so that a slow upstream has the
 * full timeout of its channel, and a dead worker is still detected soon.
 */
export class SubmitLease {
  private readonly expiry = new AbortController();
  private readonly usableMs: number;
  private endsAt: number;
  private expiryTimer: NodeJS.Timeout;
  private renewal: NodeJS.Timeout | undefined;

  /** Create it before the lease in the database starts, so that this one ends first. */
  constructor(private readonly options: SubmitLeaseOptions) {
    this.usableMs = Math.floor(options.settings.submitLeaseMs * SHARE_OF_LEASE);
    this.endsAt = performance.now() + this.usableMs;
    this.expiryTimer = this.startExpiryTimer();
  }

  /** Aborted shortly before other workers may claim the task. */
  get signal(): AbortSignal {
    return this.expiry.signal;
  }

  /** Checked by the clock, because timers do not fire while the process is suspended. */
  get hasExpired(): boolean {
    return performance.now() >= this.endsAt;
  }

  /** Runs a function, and renews the lease while it runs. */
  async during<Result>(task: VideoTask, run: () => Promise<Result>): Promise<Result> {
    const everyMs = this.options.settings.submitLeaseMs / RENEWALS_PER_LEASE;
    this.renewal = setInterval(() => void this.renew(task), everyMs);
    try {
      return await run();
    } finally {
      this.end();
    }
  }

  end(): void {
    clearInterval(this.renewal);
    clearTimeout(this.expiryTimer);
  }

  private async renew(task: VideoTask): Promise<void> {
    const { transitions, settings, stopping } = this.options;
    if (stopping.aborted) return;
    const startedAt = performance.now();
    const isHeld = await transitions
      .touch(task, { at: { lease_until: settings.submitLeaseMs } })
      .catch(() => false);
    if (!isHeld || this.hasExpired) return;
    this.endsAt = startedAt + this.usableMs;
    clearTimeout(this.expiryTimer);
    this.expiryTimer = this.startExpiryTimer();
  }

  private startExpiryTimer(): NodeJS.Timeout {
    return setTimeout(() => this.expiry.abort(), Math.max(0, this.endsAt - performance.now())).unref();
  }
}
