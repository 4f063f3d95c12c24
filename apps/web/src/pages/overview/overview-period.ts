import { type TimeBucket } from '../../kit/charts/time-buckets.js';
import { type PeriodChoice, type Preset } from '../../kit/period/period.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const REFRESH_MS = 5_000;
/** For longer periods, whose sums change slowly and are slower to compute. */
const LONG_REFRESH_MS = 30_000;

/** The interval between the points of a chart, by the length of the period. */
export function chooseBucket(lengthMs: number): TimeBucket {
  if (lengthMs <= 6 * HOUR_MS) return 'minute';
  return lengthMs <= 8 * DAY_MS ? 'hour' : 'day';
}

/** The refetch interval. Periods with a fixed end are not refetched. */
export function getRefreshMs(choice: PeriodChoice): number | false {
  if (!('preset' in choice)) return false;
  return choice.preset === '1h' || choice.preset === '24h' ? REFRESH_MS : LONG_REFRESH_MS;
}

const PREVIOUS: Readonly<Record<Preset, string>> = {
  '1h': 'the previous hour',
  '24h': 'the previous 24 hours',
  '7d': 'the previous 7 days',
  '30d': 'the previous 30 days',
};

/** The name of the previous period, such as "the previous 24 hours". */
export function describePrevious(choice: PeriodChoice): string {
  return 'preset' in choice ? PREVIOUS[choice.preset] : 'the previous period';
}
