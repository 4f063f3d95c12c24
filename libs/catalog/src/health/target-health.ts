import { type Clock } from './clock.js';
import { TARGET_BREAKER } from './health-rules.js';
import { HealthRecord } from './health-record.js';

/** How much the newest measurement counts. */
const NEWEST_SHARE = 0.25;

/** One model of one channel. */
export class TargetHealth extends HealthRecord {
  /** How long first bytes take lately; undefined where none has come yet. */
  firstByteMs: number | undefined;
  inFlight = 0;

  constructor(
    readonly channelId: string,
    readonly upstreamModel: string,
    clock: Clock,
  ) {
    super(TARGET_BREAKER, clock);
  }

  measure(firstByteMs: number): void {
    const before = this.firstByteMs ?? firstByteMs;
    this.firstByteMs = before + NEWEST_SHARE * (firstByteMs - before);
  }

  get isEjectedByRate(): boolean {
    const { phase, lastOpening } = this.breaker;
    return phase !== 'closed' && lastOpening?.reason === 'error-rate';
  }
}
