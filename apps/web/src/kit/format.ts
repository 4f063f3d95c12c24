import { createLazy } from './create-lazy.js';
import { getTimeZone } from './time-zone/time-zone.js';
import { formatOffset } from './time-zone/zone-clock.js';

const getWhole = createLazy(() => new Intl.NumberFormat('en'));
const getCompact = createLazy(
  () => new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }),
);

export function formatCount(value: number): string {
  return Math.abs(value) < 10_000 ? getWhole().format(value) : getCompact().format(value);
}

/** Small amounts get more digits, because a request often costs less than a cent. */
export function formatUsd(value: number): string {
  const digits = value !== 0 && Math.abs(value) < 0.01 ? 6 : Math.abs(value) < 1 ? 4 : 2;
  const text = Math.abs(value).toLocaleString('en', {
    minimumFractionDigits: 2,
    maximumFractionDigits: digits,
  });
  return `${value < 0 ? '−' : ''}$${text}`;
}

export function formatDuration(milliseconds: number): string {
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 59_950) return `${(milliseconds / 1_000).toFixed(milliseconds < 9_995 ? 2 : 1)} s`;
  const seconds = Math.round(milliseconds / 1_000);
  if (seconds < 3_600) return joinUnits(Math.floor(seconds / 60), 'min', seconds % 60, 's');
  const minutes = Math.round(seconds / 60);
  return joinUnits(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
}

/** For example "1 min 20 s" or "2 min". */
function joinUnits(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  const units = ['KiB', 'MiB', 'GiB', 'TiB'];
  const step = Math.min(Math.floor(Math.log2(bytes) / 10), units.length);
  return `${(bytes / 1_024 ** step).toFixed(1)} ${units[step - 1]}`;
}

export function formatPercent(share: number): string {
  // A share below 100% must not be rounded to 100%.
  const percent = share < 1 ? Math.min(share * 100, 99.9) : share * 100;
  return `${percent.toLocaleString('en', { maximumFractionDigits: 1 })}%`;
}

const RELATIVE_UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
];
/** Half of the next smaller unit, in milliseconds. */
const ROUNDING_MS: Readonly<Record<string, number>> = {
  day: 1_800_000,
  hour: 30_000,
  minute: 500,
  second: 0,
};
const getRelative = createLazy(() => new Intl.RelativeTimeFormat('en', { numeric: 'auto' }));

export function formatRelative(time: Date, now = new Date()): string {
  const distanceMs = time.getTime() - now.getTime();
  // For example, a time that rounds to 60 minutes is shown as one hour.
  const [unit, size] = RELATIVE_UNITS.find(
    ([name, size]) => Math.abs(distanceMs) >= size - (ROUNDING_MS[name] ?? 0),
  ) ?? ['second', 1_000];
  return getRelative().format(Math.round(distanceMs / size), unit);
}

const DAY = { day: 'numeric', month: 'short' } as const;
const TIME = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats are cached, because creating one is slow. */
function getFormat(timeZone: string, hasYear: boolean): Intl.DateTimeFormat {
  const key = `${timeZone} ${hasYear}`;
  const year = hasYear ? 'numeric' : undefined;
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-GB', { timeZone, year, ...DAY, ...TIME });
  formats.set(key, format);
  return format;
}

/** For example "18 Nov 2026, 10:49:13 UTC+1", in the time zone that the user has chosen. */
export function formatTime(time: Date, zone = getTimeZone()): string {
  return `${getFormat(zone.name, true).format(time)} ${formatOffset(time, zone)}`;
}

/** Like `formatTime`, but without the year if it is the current one. */
export function formatMoment(time: Date, zone = getTimeZone(), now = new Date()): string {
  return `${formatMomentWithoutZone(time, zone, now)} ${formatOffset(time, zone)}`;
}

export function formatMomentWithoutZone(time: Date, zone = getTimeZone(), now = new Date()): string {
  const isThisYear = time.getUTCFullYear() === now.getUTCFullYear();
  return getFormat(zone.name, !isThisYear).format(time);
}

/** Shows the start and the end of a long id, because time-ordered ids differ only at the end. */
export function shortenId(id: string): string {
  return id.length <= 16 ? id : `${id.slice(0, 8)}…${id.slice(-5)}`;
}
