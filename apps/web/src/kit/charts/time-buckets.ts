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
const BUCKET_MS: Readonly<Record<TimeBucket, number>> = {
  minute: MINUTE_MS,
  hour: 60 * MINUTE_MS,
  day: 24 * 60 * MINUTE_MS,
};
/** So long can be read off a clock alone. */
const CLOCK_MS = 26 * BUCKET_MS.hour;

/** The moments at which a bucket begins, from the one that `from` is in up to the last before `to`. */
export function bucketsIn({ from, to }: TimeSpan, bucket: TimeBucket): string[] {
  const sizeMs = BUCKET_MS[bucket];
  const end = Date.parse(to);
  const starts: string[] = [];
  for (let start = Math.floor(Date.parse(from) / sizeMs) * sizeMs; start < end; start += sizeMs) {
    starts.push(new Date(start).toISOString());
  }
  return starts;
}

/** A point for every bucket: the gateway leaves out those in which nothing happened. */
export function fillGaps(
  points: readonly TimePoint[],
  span: TimeSpan & { bucket: TimeBucket },
  empty: TimePoint['values'],
): TimePoint[] {
  const known = new Map(points.map((point) => [Date.parse(point.at), point]));
  return bucketsIn(span, span.bucket).map((at) => known.get(Date.parse(at)) ?? { at, values: empty });
}

/** Days are days in UTC, as the gateway adds them up; everything shorter is told in the reader's own time. */
const dayInUtc = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const dayAndClock = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const wholeDayInUtc = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

export interface TimeAxis {
  /** The moments to write below the axis; undefined where the chart may choose. */
  ticks: string[] | undefined;
  formatTick: (at: string) => string;
  formatMoment: (at: string) => string;
}

export function buildTimeAxis(moments: readonly string[], bucket: TimeBucket): TimeAxis {
  if (bucket === 'day') {
    return { ticks: undefined, formatTick: written(dayInUtc), formatMoment: written(wholeDayInUtc) };
  }
  const first = moments.at(0) ?? '';
  const last = moments.at(-1) ?? '';
  const isShort = !(Date.parse(last) - Date.parse(first) > CLOCK_MS);
  return isShort
    ? { ticks: undefined, formatTick: written(clock), formatMoment: written(dayAndClock) }
    : { ticks: moments.filter(isMidnight), formatTick: written(day), formatMoment: written(dayAndClock) };
}

function written(format: Intl.DateTimeFormat): (at: string) => string {
  return (at) => format.format(new Date(at));
}

function isMidnight(at: string): boolean {
  const time = new Date(at);
  return time.getHours() === 0 && time.getMinutes() === 0;
}
