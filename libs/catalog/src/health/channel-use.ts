import { type GatewayError, type ErrorKind } from '#canonical';
import { type Target } from '../select-targets.js';
import { type ChannelAccount } from './channel-account.js';
import { type StateChange } from './channel-state.js';
import { type BreakerPass } from './circuit-breaker.js';
import { type Clock } from './clock.js';
import { type CoolDownRules } from './cool-down.js';
import { COOL_DOWNS } from './health-rules.js';
import { type HealthRecord } from './health-record.js';
import { type KeyHealth } from './key-health.js';
import { type TargetHealth } from './target-health.js';

/**
 * What a failure means for the target. `alive`: it has responded, although it rejected the request. `nothing`: it was
 * not called, or is not at fault.
 */
type Verdict =
  | 'failure'
  | 'overloaded'
  | 'model-unavailable'
  | 'out-of-credit'
  | 'key-refused'
  | 'key-doubted'
  | 'alive'
  | 'nothing';

const VERDICTS: Partial<Record<ErrorKind, Verdict>> = {
  'upstream-error': 'failure',
  'upstream-unreachable': 'failure',
  'upstream-interrupted': 'failure',
  'upstream-timeout': 'failure',
  'upstream-bad-response': 'failure',
  'upstream-overloaded': 'overloaded',
  'upstream-quota': 'out-of-credit',
  'upstream-auth': 'key-refused',
  'upstream-model-unavailable': 'model-unavailable',
  'upstream-rejected': 'alive',
  'upstream-too-large': 'alive',
};

const FORBIDDEN = 403;

/** Receives the state changes and results of uses. */
export interface ChangeListener {
  readonly clock: Clock;
  note(change: StateChange, target: Target, key: KeyHealth | undefined): void;
  /** Without an error, the target has responded. */
  noteResult(target: Target, error: GatewayError | undefined): void;
}

/** One use of a channel, which reports its outcome to the health. Only the first end has an effect. */
export class ChannelUse {
  readonly apiKey: string | undefined;
  /** Whether the key was at fault and another key is usable. */
  hasOtherKey = false;
  private readonly key: KeyHealth;
  private readonly startedAt: number;
  private readonly targetPass: BreakerPass;
  private readonly keyPass: BreakerPass;
  private hasResponded = false;
  private isOver = false;

  constructor(
    readonly target: Target,
    private readonly health: TargetHealth,
    private readonly account: ChannelAccount,
    private readonly listener: ChangeListener,
    /** The key to use. Default: the next one. */
    requestedKey?: string,
  ) {
    const { key, apiKey } = account.takeKey(requestedKey);
    this.key = key;
    this.apiKey = apiKey;
    this.startedAt = listener.clock.now();
    this.targetPass = health.breaker.begin();
    this.keyPass = key.breaker.begin();
    health.inFlight += 1;
  }

  /** Whether this use tests if an ejected target or a rejected key works again. */
  get isProbe(): boolean {
    return this.targetPass.isProbe || this.keyPass.isProbe;
  }

  /** Records the first byte of the response and its time since the request. */
  answered(firstByteMs: number): void {
    if (this.isOver || this.hasResponded) return;
    this.health.measure(firstByteMs);
    this.noteResponse();
  }

  /** Records a complete response. */
  finished(): void {
    if (this.isOver) return;
    this.noteResponse();
    this.report(this.health.breaker.noteSuccess(this.targetPass));
    this.end();
  }

  /** Records a failure before or during the response. */
  failed(error: GatewayError): void {
    if (this.isOver) return;
    this.noteFailure(error);
    this.end();
  }

  /** Records a cancelled use, which has no effect on the health. */
  abandoned(): void {
    if (!this.isOver) this.end();
  }

  private noteResponse(): void {
    if (this.hasResponded) return;
    this.hasResponded = true;
    this.listener.noteResult(this.target, undefined);
    const { health } = this;
    this.report(health.breaker.noteFirstByte(this.targetPass));
    this.report(health.coolDown.noteResponse(this.startedAt));
    this.report(this.key.breaker.noteFirstByte(this.keyPass), this.key);
    this.report(this.key.coolDown.noteResponse(this.startedAt), this.key);
  }

  private noteFailure(error: GatewayError): void {
    const { health } = this;
    const verdict = judgeFailure(error);
    if (verdict !== 'alive' && verdict !== 'nothing') this.listener.noteResult(this.target, error);
    switch (verdict) {
      case 'failure':
        this.report(health.breaker.noteFailure(this.targetPass, { hasResponded: this.hasResponded }));
        return;
      case 'overloaded':
        return this.coolDown(health, COOL_DOWNS.overloaded, error.retryAfterSeconds);
      case 'model-unavailable':
        return this.coolDown(health, COOL_DOWNS['model-unavailable']);
      case 'out-of-credit':
        this.coolDown(this.key, COOL_DOWNS['out-of-credit']);
        return this.findOtherKey();
      case 'key-refused':
        this.report(this.key.breaker.trip(this.keyPass, 'key-refused'), this.key);
        return this.findOtherKey();
      case 'key-doubted':
        this.report(this.key.breaker.noteFailure(this.keyPass, { hasResponded: false }), this.key);
        return this.findOtherKey();
      case 'alive':
        return this.noteResponse();
      case 'nothing':
    }
  }

  private coolDown(record: HealthRecord, rules: CoolDownRules, retryAfterSeconds?: number): void {
    const retryAfterMs = retryAfterSeconds === undefined ? undefined : retryAfterSeconds * 1000;
    const change = record.coolDown.start(rules, this.startedAt, retryAfterMs);
    this.report(change, record === this.key ? this.key : undefined);
  }

  private findOtherKey(): void {
    this.hasOtherKey = this.account.hasUsableKeyBesides(this.key);
  }

  private report(change: StateChange | undefined, key?: KeyHealth): void {
    if (change !== undefined) this.listener.note(change, this.target, key);
  }

  private end(): void {
    this.isOver = true;
    const { health } = this;
    health.breaker.release(this.targetPass);
    this.key.breaker.release(this.keyPass);
    health.inFlight -= 1;
  }
}

function judgeFailure({ kind, upstreamStatus }: GatewayError): Verdict {
  const verdict = VERDICTS[kind] ?? 'nothing';
  // Some services return 403 for a model that the account may not use.
  return verdict === 'key-refused' && upstreamStatus === FORBIDDEN ? 'key-doubted' : verdict;
}
