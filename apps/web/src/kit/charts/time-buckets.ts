import { type TimeZone, getTimeZone } from '../time-zone/time-zone.js';
import { getDayStart } from '../time-zone/zone-clock.js';

export type TimeBucket = 'minute' | 'hour' | 'day';

/** What a chart shows at one moment: a value for each series, or null where there is none. */
export interface TimePoint {
  /** When the minute, the hour or the day begins. */
  at: string;
  values: Readonly<Record<string, number | null>>;
}

export interface TimeSpan {
  from: string;
  to: string;
}

const MINUTE_MS = 60_000;
const BUCKET_MS = { minute: MINUTE_MS, hour: 60 * MINUTE_MS } as const;

/** When the bucket of this moment begins. Hours are those of UTC, as the gateway adds them up; days those of the zone. */
function getBucketStart(momentMs: number, bucket: TimeBucket, zone: TimeZone): number {
  if (bucket === 'day') return getDayStart(momentMs, zone);
  return Math.floor(momentMs / BUCKET_MS[bucket]) * BUCKET_MS[bucket];
}

export function getNextBucket(startMs: number, bucket: TimeBucket, zone: TimeZone): number {
  return bucket === 'day' ? getDayStart(startMs, zone, 1) : startMs + BUCKET_MS[bucket];
}

/** The moments at which a bucket begins, from the one that `from` is in up to the last before `to`. */
export function bucketsIn({ from, to }: TimeSpan, bucket: TimeBucket, zone = getTimeZone()): string[] {
  const endMs = Date.parse(to);
  const starts: string[] = [];
  let startMs = getBucketStart(Date.parse(from), bucket, zone);
  for (; startMs < endMs; startMs = getNextBucket(startMs, bucket, zone)) {
    starts.push(new Date(startMs).toISOString());
  }
  return starts;
}

/** A point for every bucket: the gateway leaves out those without requests. */
export function fillGaps(
  points: readonly TimePoint[],
  { bucket, zone, ...span }: TimeSpan & { bucket: TimeBucket; zone: TimeZone },
  empty: TimePoint['values'],
): TimePoint[] {
  const filled = new Map(
    bucketsIn(span, bucket, zone).map((at): [number, TimePoint] => [Date.parse(at), { at, values: empty }]),
  );
  for (const point of points) filled.set(Date.parse(point.at), point);
  return [...filled.values()].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}
