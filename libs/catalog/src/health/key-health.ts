import { createHash } from 'node:crypto';
import { type Clock } from './clock.js';
import { KEY_BREAKER } from './health-rules.js';
import { HealthRecord } from './health-record.js';

/** One key of one channel. */
export class KeyHealth extends HealthRecord {
  constructor(
    readonly fingerprint: string,
    clock: Clock,
  ) {
    super(KEY_BREAKER, clock);
  }
}

/** Enough to tell the keys of one channel apart, and of no use to anybody else. */
export function toFingerprint(apiKey: string | undefined): string {
  return createHash('sha256')
    .update(apiKey ?? '')
    .digest('hex')
    .slice(0, 8);
}
