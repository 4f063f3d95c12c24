export interface Period {
  from: Date;
  to: Date;
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const MAX_NAME_LENGTH = 64;

/** Whether this is a zone of the IANA database, such as `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  if (name.length > MAX_NAME_LENGTH) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}

/**
 * The start times of the days of a time zone: of the day that contains `from`, and of every day that begins before `to`.
 * They are computed here because the database may have fewer time zones.
 */
export function listDayStarts({ from, to }: Period, timeZone: string): Date[] {
  const clock = new ZoneClock(timeZone);
  const starts: Date[] = [];
  for (let dateMs = clock.getDate(from.getTime()); ; dateMs += DAY_MS) {
    const start = clock.findStart(dateMs);
    if (start !== undefined && start >= to.getTime()) return starts;
    if (start !== undefined) starts.push(new Date(start));
  }
}

/** Converts times of a time zone. A date is represented by the time of its midnight in UTC. */
class ZoneClock {
  readonly #format: Intl.DateTimeFormat;

  constructor(timeZone: string) {
    this.#format = new Intl.DateTimeFormat('en', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  }

  getDate(momentMs: number): number {
    return Math.floor(this.#getLocal(momentMs) / DAY_MS) * DAY_MS;
  }

  /**
   * The first moment of a date, computed with the offset of the noon before or after; undefined for a date that the zone
   * skipped. Because of clock changes, 00:00 can be missing or occur twice.
   */
  findStart(dateMs: number): number | undefined {
    return [dateMs - DAY_MS / 2, dateMs + DAY_MS / 2]
      .map((noonMs) => dateMs - this.#getOffset(noonMs))
      .toSorted((one, other) => one - other)
      .find((start) => this.getDate(start) === dateMs && this.getDate(start - 1) < dateMs);
  }

  /** The offset of the zone at about the time when its clocks show `localMs`. */
  #getOffset(localMs: number): number {
    return this.#getLocal(localMs) - localMs;
  }

  /** The local time of the zone, as if it were UTC. */
  #getLocal(momentMs: number): number {
    const wholeMs = Math.floor(momentMs / 1_000) * 1_000;
    const parts = this.#format.formatToParts(wholeMs);
    const get = (type: Intl.DateTimeFormatPartTypes): number =>
      Number(parts.find((part) => part.type === type)?.value);
    return Date.UTC(get('year'), get('month') - 1, get('day'), get('hour'), get('minute'), get('second'));
  }
}
