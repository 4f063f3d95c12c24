import { type StateChange } from './channel-state.js';
import { type BreakerRules, CircuitBreaker } from './circuit-breaker.js';
import { type Clock } from './clock.js';
import { CoolDown } from './cool-down.js';
import { COOL_DOWNS } from './health-rules.js';
import { type HealthStatus } from './health-status.js';

/** The health of a model of a channel, or of a key. */
export class HealthRecord {
  readonly breaker: CircuitBreaker;
  readonly coolDown: CoolDown;

  constructor(rules: BreakerRules, clock: Clock) {
    this.breaker = new CircuitBreaker(rules, clock);
    this.coolDown = new CoolDown(clock);
  }

  get status(): HealthStatus {
    const { phase, awaitsProbe } = this.breaker;
    if (phase === 'open' || (phase === 'half-open' && !awaitsProbe)) return 'ejected';
    if (this.coolDown.isOn) return 'cooling';
    return awaitsProbe ? 'probe' : 'healthy';
  }

  /** Applies a state change of another process. */
  learn(change: StateChange): void {
    if (change.state === 'cooling') {
      if (isCoolDown(change.reason)) this.coolDown.learn(change, COOL_DOWNS[change.reason]);
      return;
    }
    this.breaker.learn(change);
    if (change.state === 'closed') this.coolDown.learnRecovery();
  }
}

function isCoolDown(reason: string): reason is keyof typeof COOL_DOWNS {
  return Object.hasOwn(COOL_DOWNS, reason);
}
