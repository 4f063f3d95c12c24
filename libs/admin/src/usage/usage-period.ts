import { GatewayError } from '#canonical';
import { type Period, listDayStarts } from './day-starts.js';
import { type Interval, type UsageQuery } from './usage.dto.js';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Minutes are limited most, because they are summed from single requests. */
const MAX_LENGTH = { minute: '6 hours', hour: '400 days', day: '400 days', total: '400 days' } as const;
const MAX_MS: Readonly<Record<Interval, number>> = {
  minute: 6 * HOUR_MS,
  hour: 400 * DAY_MS,
  day: 400 * DAY_MS,
  total: 400 * DAY_MS,
};
const DEFAULT_MS: Readonly<Record<Interval, number>> = {
  minute: HOUR_MS,
  hour: DAY_MS,
  day: 30 * DAY_MS,
  total: 30 * DAY_MS,
};
/** How many days are loaded at a time for a CSV file. */
const SLICE_DAYS: Readonly<Record<Interval, number>> = {
  minute: 1,
  hour: 1,
  day: 28,
  total: Number.POSITIVE_INFINITY,
};

/** Sessions are also summed from single requests. */
const MAX_SESSION_DAYS = 31;

interface PeriodQuery extends Pick<UsageQuery, 'interval' | 'from' | 'to'> {
  /** Whether the query filters or groups by session. */
  isOfSessions?: boolean;
}

/** The period of a query. Throws if `from` is not before `to`, or too long before it. */
export function buildPeriod({ interval, from, to, isOfSessions }: PeriodQuery, now: Date): Period {
  const end = to === undefined ? now.getTime() : Date.parse(to);
  const start = from === undefined ? end - DEFAULT_MS[interval] : Date.parse(from);
  if (start >= end) throw createFromError('"from" must be before "to".');
  if (end - start > MAX_MS[interval]) {
    throw createFromError(`"from" must be at most ${MAX_LENGTH[interval]} before "to".`);
  }
  if (isOfSessions === true && end - start > MAX_SESSION_DAYS * DAY_MS) {
    throw createFromError(
      `"from" must be at most ${MAX_SESSION_DAYS} days before "to" for a query by session.`,
    );
  }
  return { from: new Date(start), to: new Date(end) };
}

/** The period of equal length that ends where this one begins. */
export function getPreviousPeriod({ from, to }: Period): Period {
  return { from: new Date(2 * from.getTime() - to.getTime()), to: from };
}

/** Divides a period into slices of whole days, except at its beginning and end. */
export function buildSlices({ from, to }: Period, interval: Interval, timeZone: string): Period[] {
  const days = listDayStarts({ from, to }, timeZone);
  const step = Math.min(SLICE_DAYS[interval], days.length);
  const slices: Period[] = [];
  for (let first = 0; first < days.length; first += step) {
    slices.push({ from: first === 0 ? from : (days[first] ?? from), to: days[first + step] ?? to });
  }
  return slices;
}

function createFromError(message: string): GatewayError {
  return new GatewayError('invalid-value', message, { param: 'from' });
}
