import { type StateChange, type StateReason } from './channel-state.js';
import { type Clock, withJitter } from './clock.js';
import { OutcomeWindow } from './outcome-window.js';

export interface BreakerRules {
  /** The name of the state while it is open. */
  openState: 'open' | 'key-refused';
  failuresInARow: number;
  /** Set if failures count that are not in succession. */
  errorRate?: { windowMs: number; minimum: number; share: number };
  openMs: number;
  maxOpenMs: number;
  jitterShare: number;
}

type OpenReason = Extract<StateReason, 'failures-in-a-row' | 'broken-streams' | 'error-rate' | 'key-refused'>;

interface Opening {
  reason: OpenReason;
  until: number;
  times: number;
}

/** The permission of one attempt: the state of the breaker at its start. */
export interface BreakerPass {
  readonly isProbe: boolean;
  readonly opening: Opening | undefined;
}

/** A probe without a reported end is considered lost after this time. */
const PROBE_LEASE_MS = 120_000;

const CLOSED: BreakerPass = { isProbe: false, opening: undefined };

/** Opens after failures, allows one probe when its time is over, and closes when that succeeds. */
export class CircuitBreaker {
  failuresInARow = 0;
  private brokenStreams = 0;
  private opening: Opening | undefined;
  private probeSince: number | undefined;
  private readonly window: OutcomeWindow | undefined;

  constructor(
    private readonly rules: BreakerRules,
    private readonly clock: Clock,
  ) {
    this.window = rules.errorRate && new OutcomeWindow(rules.errorRate.windowMs);
  }

  get phase(): 'closed' | 'open' | 'half-open' {
    if (this.opening === undefined) return 'closed';
    return this.clock.now() < this.opening.until ? 'open' : 'half-open';
  }

  get lastOpening(): Readonly<Opening> | undefined {
    return this.opening;
  }

  /** Whether the next attempt would be a probe. */
  get awaitsProbe(): boolean {
    if (this.phase !== 'half-open') return false;
    return this.probeSince === undefined || this.clock.now() - this.probeSince > PROBE_LEASE_MS;
  }

  begin(): BreakerPass {
    if (this.opening === undefined) return CLOSED;
    const isProbe = this.awaitsProbe;
    if (isProbe) this.probeSince = this.clock.now();
    return { isProbe, opening: this.opening };
  }

  /** Records that a response has started. */
  noteFirstByte(pass: BreakerPass): StateChange | undefined {
    this.failuresInARow = 0;
    // A channel with truncated streams also starts them, so this proves nothing.
    return this.opening?.reason === 'broken-streams' ? undefined : this.closeIfProven(pass);
  }

  /** Records a complete response. */
  noteSuccess(pass: BreakerPass): StateChange | undefined {
    this.failuresInARow = 0;
    this.brokenStreams = 0;
    this.window?.add('success', this.clock.now());
    return this.closeIfProven(pass);
  }

  noteFailure(pass: BreakerPass, { hasResponded }: { hasResponded: boolean }): StateChange | undefined {
    this.window?.add('failure', this.clock.now());
    if (hasResponded) this.brokenStreams += 1;
    else this.failuresInARow += 1;
    if (this.opening !== undefined) return this.reopen(pass);
    const reason = this.reasonToOpen();
    return reason && this.open(reason, 1);
  }

  /** Opens after one failure that is certain. */
  trip(pass: BreakerPass, reason: OpenReason): StateChange | undefined {
    return this.opening === undefined ? this.open(reason, 1) : this.reopen(pass);
  }

  /** Releases the probe of an attempt that ended without a result. */
  release(pass: BreakerPass): void {
    if (pass.isProbe && pass.opening === this.opening) this.probeSince = undefined;
  }

  /** Applies a state change of another process. */
  learn({ state, reason, until, times }: StateChange): void {
    if (state === 'closed') this.close();
    else if (until > (this.opening?.until ?? this.clock.now())) {
      this.setOpening({ reason: reason as OpenReason, until, times });
    }
  }

  private reasonToOpen(): OpenReason | undefined {
    const { failuresInARow, errorRate, openState } = this.rules;
    if (this.failuresInARow >= failuresInARow) {
      return openState === 'key-refused' ? 'key-refused' : 'failures-in-a-row';
    }
    if (this.brokenStreams >= failuresInARow) return 'broken-streams';
    if (errorRate === undefined || this.window === undefined) return undefined;
    const { total, failures } = this.window.count(this.clock.now());
    return total >= errorRate.minimum && failures / total >= errorRate.share ? 'error-rate' : undefined;
  }

  /** Only a failed probe extends it: other running attempts started before, or because there was no better target. */
  private reopen(pass: BreakerPass): StateChange | undefined {
    if (!pass.isProbe || pass.opening === undefined || pass.opening !== this.opening) return undefined;
    return this.open(pass.opening.reason, pass.opening.times + 1);
  }

  private open(reason: OpenReason, times: number): StateChange {
    const { openState, openMs, maxOpenMs, jitterShare } = this.rules;
    const durationMs = withJitter(Math.min(openMs * times, maxOpenMs), jitterShare, this.clock);
    const opening = { reason, until: this.clock.now() + durationMs, times };
    this.setOpening(opening);
    return { state: openState, ...opening };
  }

  private setOpening(opening: Opening): void {
    this.opening = opening;
    this.probeSince = undefined;
  }

  /**
   * Closes after the success of an attempt that started while it was open. After a high error rate, only a probe closes
   * it.
   */
  private closeIfProven(pass: BreakerPass): StateChange | undefined {
    if (this.opening === undefined || pass.opening !== this.opening) return undefined;
    if (this.opening.reason === 'error-rate' && !pass.isProbe) return undefined;
    const { times } = this.opening;
    this.close();
    return { state: 'closed', reason: 'recovered', until: this.clock.now(), times };
  }

  private close(): void {
    this.opening = undefined;
    this.probeSince = undefined;
    this.failuresInARow = 0;
    this.brokenStreams = 0;
    this.window?.clear();
  }
}
