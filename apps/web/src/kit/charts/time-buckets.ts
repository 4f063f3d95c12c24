import { type TimeZone, getTimeZone } from '../time-zone/time-zone.js';
import { getDayStart } from '../time-zone/zone-clock.js';

export type TimeBucket = 'minute' | 'hour' | 'day';

/** The values of all series at one time; null if a series has no value. */
export interface TimePoint {
  /** The start of the minute, hour or day. */
  at: string;
  values: Readonly<Record<string, number | null>>;
}

export interface TimeSpan {
  from: string;
  to: string;
}

const MINUTE_MS = 60_000;
const BUCKET_MS = { minute: MINUTE_MS, hour: 60 * MINUTE_MS } as const;

/** Hours start on the UTC hour, because the gateway aggregates by UTC hour. Days start at midnight in the zone. */
function getBucketStart(momentMs: number, bucket: TimeBucket, zone: TimeZone): number {
  if (bucket === 'day') return getDayStart(momentMs, zone);
  return Math.floor(momentMs / BUCKET_MS[bucket]) * BUCKET_MS[bucket];
}

export function getNextBucket(startMs: number, bucket: TimeBucket, zone: TimeZone): number {
  return bucket === 'day' ? getDayStart(startMs, zone, 1) : startMs + BUCKET_MS[bucket];
}

/** The start times of the buckets, from the bucket that contains `from` to the last one before `to`. */
export function bucketsIn({ from, to }: TimeSpan, bucket: TimeBucket, zone = getTimeZone()): string[] {
  const endMs = Date.parse(to);
  const starts: string[] = [];
  let startMs = getBucketStart(Date.parse(from), bucket, zone);
  for (; startMs < endMs; startMs = getNextBucket(startMs, bucket, zone)) {
    starts.push(new Date(startMs).toISOString());
  }
  return starts;
}

/** Adds an empty point for each missing bucket: the gateway returns no buckets without requests. */
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
