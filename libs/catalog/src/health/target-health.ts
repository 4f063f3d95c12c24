import { type Clock } from './clock.js';
import { TARGET_BREAKER } from './health-rules.js';
import { HealthRecord } from './health-record.js';

/** The weight of the newest measurement. */
const NEWEST_SHARE = 0.25;

/** One model of one channel. */
export class TargetHealth extends HealthRecord {
  /** The recent time to the first byte. Undefined before the first measurement. */
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
