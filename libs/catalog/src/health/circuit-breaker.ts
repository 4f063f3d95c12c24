import { type StateChange, type StateReason } from './channel-state.js';
import { type Clock, withJitter } from './clock.js';
import { OutcomeWindow } from './outcome-window.js';

export interface BreakerRules {
  /** What it is called while it is open. */
  openState: 'open' | 'key-refused';
  failuresInARow: number;
  /** Where failures count that are not in a row. */
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

/** One try's permission: what the breaker was like when it began. */
export interface BreakerPass {
  readonly isProbe: boolean;
  readonly opening: Opening | undefined;
}

/** A probe whose end nobody has reported by then is taken for lost. */
const PROBE_LEASE_MS = 120_000;

const CLOSED: BreakerPass = { isProbe: false, opening: undefined };

/** Opens after failures, lets one probe through when its time is over, and closes when that works. */
export class CircuitBreaker {
  failuresInARow = 0;
  private brokenInARow = 0;
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

  /** Whether the next try would be the one that finds out. */
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

  /** An answer has begun. */
  answered(pass: BreakerPass): StateChange | undefined {
    this.failuresInARow = 0;
    // Whoever breaks streams off begins them, too.
    return this.opening?.reason === 'broken-streams' ? undefined : this.closeIfProven(pass);
  }

  /** An answer has come whole. */
  finished(pass: BreakerPass): StateChange | undefined {
    this.failuresInARow = 0;
    this.brokenInARow = 0;
    this.window?.add('success', this.clock.now());
    return this.closeIfProven(pass);
  }

  failed(pass: BreakerPass, { hasAnswered }: { hasAnswered: boolean }): StateChange | undefined {
    this.window?.add('failure', this.clock.now());
    if (hasAnswered) this.brokenInARow += 1;
    else this.failuresInARow += 1;
    if (this.opening !== undefined) return this.reopen(pass);
    const reason = this.reasonToOpen();
    return reason && this.open(reason, 1);
  }

  /** One failure that leaves no doubt. */
  trip(pass: BreakerPass, reason: OpenReason): StateChange | undefined {
    return this.opening === undefined ? this.open(reason, 1) : this.reopen(pass);
  }

  /** The try has ended without saying anything about this. */
  release(pass: BreakerPass): void {
    if (pass.isProbe && pass.opening === this.opening) this.probeSince = undefined;
  }

  /** Another process has found out. */
  learn({ state, reason, until, times }: StateChange): void {
    if (state === 'closed') this.close();
    else if (until > (this.opening?.until ?? this.clock.now())) {
      this.enter({ reason: reason as OpenReason, until, times });
    }
  }

  private reasonToOpen(): OpenReason | undefined {
    const { failuresInARow, errorRate, openState } = this.rules;
    if (this.failuresInARow >= failuresInARow) {
      return openState === 'key-refused' ? 'key-refused' : 'failures-in-a-row';
    }
    if (this.brokenInARow >= failuresInARow) return 'broken-streams';
    if (errorRate === undefined || this.window === undefined) return undefined;
    const { total, failures } = this.window.count(this.clock.now());
    return total >= errorRate.minimum && failures / total >= errorRate.share ? 'error-rate' : undefined;
  }

  /** Only the probe makes it longer: what else is under way was sent before, or because nothing better was left. */
  private reopen(pass: BreakerPass): StateChange | undefined {
    if (!pass.isProbe || pass.opening === undefined || pass.opening !== this.opening) return undefined;
    return this.open(pass.opening.reason, pass.opening.times + 1);
  }

  private open(reason: OpenReason, times: number): StateChange {
    const { openState, openMs, maxOpenMs, jitterShare } = this.rules;
    const durationMs = withJitter(Math.min(openMs * times, maxOpenMs), jitterShare, this.clock);
    const opening = { reason, until: this.clock.now() + durationMs, times };
    this.enter(opening);
    return { state: openState, ...opening };
  }

  private enter(opening: Opening): void {
    this.opening = opening;
    this.probeSince = undefined;
  }

  /** Of those that began while it was open; a rate of errors takes more than one lucky answer to disprove. */
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
    this.brokenInARow = 0;
    this.window?.clear();
  }
}
