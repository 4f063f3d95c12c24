import { type TimeZone } from '../time-zone/time-zone.js';
import { formatOffset, getDayStart, getMinuteOfDay } from '../time-zone/zone-clock.js';
import { type TimeBucket } from './time-buckets.js';

const HOUR_MS = 3_600_000;
/** Axes up to this length show times without dates. */
const MAX_CLOCK_MS = 26 * HOUR_MS;
/** Minutes between labels that show the time of day. */
const CLOCK_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720] as const;

export interface AxisLabel {
  /** The index of the labelled point. */
  index: number;
  text: string;
}

/** Builds at most `maxCount` labels, at round times of day or at the first point of a day. */
export function buildAxisLabels(
  moments: readonly string[],
  { bucket, zone, maxCount }: { bucket: TimeBucket; zone: TimeZone; maxCount: number },
): AxisLabel[] {
  const times = moments.map((at) => Date.parse(at));
  const isClock = bucket !== 'day' && (times.at(-1) ?? 0) - (times[0] ?? 0) <= MAX_CLOCK_MS;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone.name,
    ...(isClock ? { hour: '2-digit', minute: '2-digit' } : { day: 'numeric', month: 'short' }),
  });
  const indexes = isClock ? pickClockTimes(times, zone, maxCount) : pickDays(times, zone, maxCount);
  return indexes.map((index) => ({ index, text: format.format(times[index]) }));
}

function pickClockTimes(times: readonly number[], zone: TimeZone, maxCount: number): number[] {
  const minutes = times.map((time) => getMinuteOfDay(time, zone));
  // In some time zones, UTC hours start at 30 or 45 minutes past the local hour.
  const offset = Math.min(...minutes.map((minute) => minute % 60));
  for (const step of CLOCK_STEPS) {
    const picked = indexesWhere(minutes, (minute) => (minute - (step < 60 ? 0 : offset)) % step === 0);
    if (picked.length > 0 && picked.length <= maxCount) return picked;
  }
  return times.length === 0 ? [] : [0];
}

function pickDays(times: readonly number[], zone: TimeZone, maxCount: number): number[] {
  const days = times.map((time) => getDayStart(time, zone));
  // The first point gets a label only if it is at the start of its day, or if it is the only point.
  const firsts = indexesWhere(days, (day, index) =>
    index === 0 ? times[0] === day || times.length === 1 : day !== days[index - 1],
  );
  const step = Math.ceil(firsts.length / Math.max(1, maxCount));
  return firsts.filter((_, position) => position % step === 0);
}

function indexesWhere(
  values: readonly number[],
  matches: (value: number, index: number) => boolean,
): number[] {
  return values.flatMap((value, index) => (matches(value, index) ? [index] : []));
}

/** For example "Wed, 18 Nov, 10:00 UTC+1", or "Wed, 18 Nov 2026" for a day. */
export function formatPointTime(at: string, bucket: TimeBucket, zone: TimeZone): string {
  const time = new Date(at);
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone.name,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(bucket === 'day' ? { year: 'numeric' } : { hour: '2-digit', minute: '2-digit' }),
  });
  return bucket === 'day' ? format.format(time) : `${format.format(time)} ${formatOffset(time, zone)}`;
}
