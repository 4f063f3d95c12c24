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
 * What a failure says about the target. `alive`: it has answered, if only to refuse this one request.
 * `nothing`: it was not asked, or the fault is not its own.
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

/** Who is told of what a use has found out. */
export interface ChangeListener {
  readonly clock: Clock;
  note(change: StateChange, target: Target, key: KeyHealth | undefined): void;
  /** Whether it answered, or what was wrong. */
  noteResult(target: Target, error: GatewayError | undefined): void;
}

/** One use of a channel, from the moment it is asked. Tells what it was like; its end counts once. */
export class ChannelUse {
  readonly apiKey: string | undefined;
  /** Whether the fault was that of the key, and another one might do. */
  hasOtherKey = false;
  private readonly key: KeyHealth;
  private readonly begunAt: number;
  private readonly targetPass: BreakerPass;
  private readonly keyPass: BreakerPass;
  private hasAnswered = false;
  private isOver = false;

  constructor(
    readonly target: Target,
    private readonly health: TargetHealth,
    private readonly account: ChannelAccount,
    private readonly listener: ChangeListener,
    /** The key that it has to be. */
    wantedKey?: string,
  ) {
    const { key, apiKey } = account.takeTurn(wantedKey);
    this.key = key;
    this.apiKey = apiKey;
    this.begunAt = listener.clock.now();
    this.targetPass = health.breaker.begin();
    this.keyPass = key.breaker.begin();
    health.inFlight += 1;
  }

  /** Whether this use finds out if an ejected target or a refused key works again. */
  get isProbe(): boolean {
    return this.targetPass.isProbe || this.keyPass.isProbe;
  }

  /** The first byte of the answer has come, so long after the request was sent. */
  answered(firstByteMs: number): void {
    if (this.isOver || this.hasAnswered) return;
    this.health.measure(firstByteMs);
    this.noteAnswer();
  }

  /** The answer has come whole. */
  finished(): void {
    if (this.isOver) return;
    this.noteAnswer();
    this.tell(this.health.breaker.finished(this.targetPass));
    this.end();
  }

  /** Before the answer or in the midst of it; for whatever reason. */
  failed(error: GatewayError): void {
    if (this.isOver) return;
    this.note(error);
    this.end();
  }

  /** Called off: nothing was learnt. */
  abandoned(): void {
    if (!this.isOver) this.end();
  }

  private noteAnswer(): void {
    if (this.hasAnswered) return;
    this.hasAnswered = true;
    this.listener.noteResult(this.target, undefined);
    const { health } = this;
    this.tell(health.breaker.answered(this.targetPass));
    this.tell(health.coolDown.answered(this.begunAt));
    this.tell(this.key.breaker.answered(this.keyPass), this.key);
    this.tell(this.key.coolDown.answered(this.begunAt), this.key);
  }

  private note(error: GatewayError): void {
    const { health } = this;
    const verdict = judgeFailure(error);
    if (verdict !== 'alive' && verdict !== 'nothing') this.listener.noteResult(this.target, error);
    switch (verdict) {
      case 'failure':
        this.tell(health.breaker.failed(this.targetPass, { hasAnswered: this.hasAnswered }));
        return;
      case 'overloaded':
        return this.coolDown(health, COOL_DOWNS.overloaded, error.retryAfterSeconds);
      case 'model-unavailable':
        return this.coolDown(health, COOL_DOWNS['model-unavailable']);
      case 'out-of-credit':
        this.coolDown(this.key, COOL_DOWNS['out-of-credit']);
        return this.lookForOtherKey();
      case 'key-refused':
        this.tell(this.key.breaker.trip(this.keyPass, 'key-refused'), this.key);
        return this.lookForOtherKey();
      case 'key-doubted':
        this.tell(this.key.breaker.failed(this.keyPass, { hasAnswered: false }), this.key);
        return this.lookForOtherKey();
      case 'alive':
        return this.noteAnswer();
      case 'nothing':
    }
  }

  private coolDown(record: HealthRecord, rules: CoolDownRules, retryAfterSeconds?: number): void {
    const retryAfterMs = retryAfterSeconds === undefined ? undefined : retryAfterSeconds * 1000;
    const change = record.coolDown.start(rules, this.begunAt, retryAfterMs);
    this.tell(change, record === this.key ? this.key : undefined);
  }

  private lookForOtherKey(): void {
    this.hasOtherKey = this.account.hasUsableKeyBesides(this.key);
  }

  private tell(change: StateChange | undefined, key?: KeyHealth): void {
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
  // Some services say so of a model that this account may not use.
  return verdict === 'key-refused' && upstreamStatus === FORBIDDEN ? 'key-doubted' : verdict;
}
