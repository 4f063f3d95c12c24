import { GatewayError } from '#canonical';
import { type Interval, type UsageQuery } from './usage.dto.js';

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Minutes are added up from single requests, of which there may be many. */
const MAX_LENGTH = { minute: '6 hours', hour: '400 days', day: '400 days', total: '400 days' } as const;
const MAX_MS: Readonly<Record<Interval, number>> = {
  minute: 6 * HOUR_MS,
  hour: 400 * DAY_MS,
  day: 400 * DAY_MS,
  total: 400 * DAY_MS,
};
const USUAL_MS: Readonly<Record<Interval, number>> = {
  minute: HOUR_MS,
  hour: DAY_MS,
  day: 30 * DAY_MS,
  total: 30 * DAY_MS,
};
/** What is read at a time where everything would be too much. */
const SLICE_MS: Readonly<Record<Interval, number>> = {
  minute: DAY_MS,
  hour: DAY_MS,
  day: 28 * DAY_MS,
  total: Number.POSITIVE_INFINITY,
};

/** Sessions are looked up among single requests, too. */
const MAX_SESSION_DAYS = 31;

/** Whole hours, or minutes. */
export interface Period {
  from: Date;
  to: Date;
}

interface AskedPeriod extends Pick<UsageQuery, 'interval' | 'from' | 'to'> {
  /** Whether the query tells sessions apart. */
  isOfSessions?: boolean;
}

/** What a query is about, at this moment. Throws where it makes no sense, or would be too much. */
export function buildPeriod({ interval, from, to, isOfSessions }: AskedPeriod, now: Date): Period {
  const end = to === undefined ? now.getTime() : Date.parse(to);
  const start = from === undefined ? end - USUAL_MS[interval] : Date.parse(from);
  if (start >= end) throw wrongFrom('"from" must be before "to".');
  if (end - start > MAX_MS[interval]) {
    throw wrongFrom(`"from" must be at most ${MAX_LENGTH[interval]} before "to".`);
  }
  if (isOfSessions === true && end - start > MAX_SESSION_DAYS * DAY_MS) {
    throw wrongFrom(
      `"from" must be at most ${MAX_SESSION_DAYS} days before "to" where sessions are told apart.`,
    );
  }
  const unitMs = interval === 'minute' ? MINUTE_MS : HOUR_MS;
  return {
    from: new Date(Math.floor(start / unitMs) * unitMs),
    to: new Date(Math.ceil(end / unitMs) * unitMs),
  };
}

/** The same period in chunks that no interval lies across. */
export function buildSlices({ from, to }: Period, interval: Interval): Period[] {
  const slices: Period[] = [];
  for (let start = from.getTime(); start < to.getTime();) {
    const end = Math.min(Math.floor(start / DAY_MS) * DAY_MS + SLICE_MS[interval], to.getTime());
    slices.push({ from: new Date(start), to: new Date(end) });
    start = end;
  }
  return slices;
}

function wrongFrom(message: string): GatewayError {
  return new GatewayError('invalid-value', message, { param: 'from' });
}
