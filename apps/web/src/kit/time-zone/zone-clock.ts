import { type TimeZone, type TimeZoneChoice } from './time-zone.js';

type Zone = Pick<TimeZone, 'choice'>;

/** The start of the day of `momentMs`, or of the day that is `days` later. A day can have 23 or 25 hours. */
export function getDayStart(momentMs: number, { choice }: Zone, days = 0): number {
  const time = new Date(momentMs);
  return choice === 'utc'
    ? Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate() + days)
    : new Date(time.getFullYear(), time.getMonth(), time.getDate() + days).getTime();
}

/** The time of day in the zone, in minutes. */
export function getMinuteOfDay(momentMs: number, { choice }: Zone): number {
  const time = new Date(momentMs);
  return choice === 'utc'
    ? time.getUTCHours() * 60 + time.getUTCMinutes()
    : time.getHours() * 60 + time.getMinutes();
}

/** The value of a `datetime-local` input, without seconds. */
export function toInputMinute(moment: string, { choice }: Zone): string {
  const time = new Date(moment);
  const shifted = choice === 'utc' ? time : new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
}

/** Undefined if the input has no valid time. */
export function fromInputMinute(text: string, { choice }: Zone): string | undefined {
  const time = new Date(choice === 'utc' && text !== '' ? `${text}Z` : text);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

const OFFSETS = new Map<string, Intl.DateTimeFormat>();

/** For example "UTC", "UTC+1" or "UTC+5:30". Depends on the time because of daylight saving. */
export function formatOffset(time: Date, { name }: Pick<TimeZone, 'name'>): string {
  const format =
    OFFSETS.get(name) ?? new Intl.DateTimeFormat('en-GB', { timeZone: name, timeZoneName: 'shortOffset' });
  OFFSETS.set(name, format);
  const offset = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return offset.replace(/^GMT(\+0)?/, 'UTC');
}

export function formatCurrentOffset(zone: Pick<TimeZone, 'name'>): string {
  return formatOffset(new Date(), zone);
}

/** For example "UTC" or "Europe/Berlin (UTC+1)". */
export function describeZone(zone: TimeZone, time = new Date()): string {
  return zone.name === 'UTC' ? 'UTC' : `${zone.name.replaceAll('_', ' ')} (${formatOffset(time, zone)})`;
}

export const ZONE_LABELS: Readonly<Record<TimeZoneChoice, string>> = { local: 'Local time', utc: 'UTC' };
