import { type TimeBucket } from '../../kit/charts/time-buckets.js';
import { PRESETS } from '../../kit/period/period.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

interface PeriodPlan {
  bucket: Exclude<TimeBucket, 'day'>;
  bucketMs: number;
  /** How often the sums are asked for: those of a week change little, and take longer to add up. */
  everyMs: number;
  /** "than the hour before" */
  before: string;
}

export const OVERVIEW_PERIODS = {
  '1h': { bucket: 'minute', bucketMs: MINUTE_MS, everyMs: 5_000, before: 'the hour before' },
  '24h': { bucket: 'hour', bucketMs: HOUR_MS, everyMs: 5_000, before: 'the day before' },
  '7d': { bucket: 'hour', bucketMs: HOUR_MS, everyMs: 30_000, before: 'the week before' },
} as const satisfies Record<string, PeriodPlan>;

export type OverviewPeriod = keyof typeof OVERVIEW_PERIODS;

export const USUAL_PERIOD: OverviewPeriod = '24h';

export function isOverviewPeriod(name: string | null): name is OverviewPeriod {
  return name !== null && Object.hasOwn(OVERVIEW_PERIODS, name);
}

export interface OverviewSpan {
  previousFrom: string;
  from: string;
  to: string;
}

/** The period up to now and the one before it, both from the beginning of a minute or an hour on. */
export function buildSpan(period: OverviewPeriod, now: Date): OverviewSpan {
  const { bucketMs } = OVERVIEW_PERIODS[period];
  const { lengthMs } = PRESETS[period];
  const from = Math.floor((now.getTime() - lengthMs) / bucketMs) * bucketMs;
  return {
    previousFrom: new Date(from - lengthMs).toISOString(),
    from: new Date(from).toISOString(),
    to: now.toISOString(),
  };
}
