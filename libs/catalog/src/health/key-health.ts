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

/** Distinguishes the keys of a channel without revealing them. */
export function toFingerprint(apiKey: string | undefined): string {
  return createHash('sha256')
    .update(apiKey ?? '')
    .digest('hex')
    .slice(0, 8);
}
