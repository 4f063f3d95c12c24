import { type BreakerRules } from './circuit-breaker.js';
import { type CoolDownRules } from './cool-down.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** One model of one channel. */
export const TARGET_BREAKER: BreakerRules = {
  openState: 'open',
  failuresInARow: 5,
  errorRate: { windowMs: 10 * SECOND_MS, minimum: 20, share: 0.5 },
  openMs: 30 * SECOND_MS,
  maxOpenMs: 5 * MINUTE_MS,
  jitterShare: 0.2,
};

/** One key of one channel. */
export const KEY_BREAKER: BreakerRules = {
  openState: 'key-refused',
  // For rejections that may be caused by the request. A rejection of the key itself opens it at once.
  failuresInARow: 3,
  openMs: 10 * MINUTE_MS,
  maxOpenMs: 10 * MINUTE_MS,
  jitterShare: 0.2,
};

export const COOL_DOWNS = {
  overloaded: {
    reason: 'overloaded',
    firstMs: 5 * SECOND_MS,
    maxMs: 5 * MINUTE_MS,
    endsByResponse: false,
  },
  'model-unavailable': {
    reason: 'model-unavailable',
    firstMs: 5 * MINUTE_MS,
    maxMs: 5 * MINUTE_MS,
    endsByResponse: true,
  },
  'out-of-credit': {
    reason: 'out-of-credit',
    firstMs: 10 * MINUTE_MS,
    maxMs: 10 * MINUTE_MS,
    endsByResponse: true,
  },
} as const satisfies Record<string, CoolDownRules>;
