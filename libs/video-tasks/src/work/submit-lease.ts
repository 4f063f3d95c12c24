import { type VideoTask } from '../task.js';
import { type WorkDependencies } from './work-dependencies.js';

/** A submission is given up this long before others may think that its worker is dead. */
const SHARE_OF_LEASE = 8 / 9;
const RENEWALS_PER_LEASE = 3;

/**
 * The time in which a submission may be under way. It is renewed while the upstream is waited for, so that a slow one
 * is given all the time that its channel has, and a dead worker is noticed soon all the same.
 */
export class SubmitLease {
  private readonly tooLate = new AbortController();
  private readonly usableMs: number;
  private endsAt: number;
  private alarm: NodeJS.Timeout;
  private renewal: NodeJS.Timeout | undefined;

  /** Made before the database is told of it: ours ends first. */
  constructor(
    private readonly dependencies: Pick<WorkDependencies, 'transitions' | 'settings' | 'stopping'>,
  ) {
    this.usableMs = Math.floor(dependencies.settings.submitLeaseMs * SHARE_OF_LEASE);
    this.endsAt = performance.now() + this.usableMs;
    this.alarm = this.setAlarm();
  }

  /** Aborted when others may begin to wonder. */
  get signal(): AbortSignal {
    return this.tooLate.signal;
  }

  /** By the clock that goes on while this process is stopped, when no timer can ring. */
  get isOver(): boolean {
    return performance.now() >= this.endsAt;
  }

  /** Runs something for which the lease is held as long as it takes. */
  async during<Result>(task: VideoTask, run: () => Promise<Result>): Promise<Result> {
    const everyMs = this.dependencies.settings.submitLeaseMs / RENEWALS_PER_LEASE;
    this.renewal = setInterval(() => void this.renew(task), everyMs);
    try {
      return await run();
    } finally {
      this.end();
    }
  }

  end(): void {
    clearInterval(this.renewal);
    clearTimeout(this.alarm);
  }

  private async renew(task: VideoTask): Promise<void> {
    const { transitions, settings, stopping } = this.dependencies;
    if (stopping.aborted) return;
    const askedAt = performance.now();
    const isHeld = await transitions
      .touch(task, { at: { lease_until: settings.submitLeaseMs } })
      .catch(() => false);
    if (!isHeld || this.isOver) return;
    this.endsAt = askedAt + this.usableMs;
    clearTimeout(this.alarm);
    this.alarm = this.setAlarm();
  }

  private setAlarm(): NodeJS.Timeout {
    return setTimeout(() => this.tooLate.abort(), Math.max(0, this.endsAt - performance.now())).unref();
  }
}
