import { lazily } from './lazily.js';

const getWhole = lazily(() => new Intl.NumberFormat('en'));
const getCompact = lazily(
  () => new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }),
);

export function formatCount(value: number): string {
  return Math.abs(value) < 10_000 ? getWhole().format(value) : getCompact().format(value);
}

/** A request often costs less than a cent: as many digits as it takes to see something. */
export function formatUsd(value: number): string {
  const digits = value !== 0 && Math.abs(value) < 0.01 ? 6 : Math.abs(value) < 1 ? 4 : 2;
  const text = Math.abs(value).toLocaleString('en', {
    minimumFractionDigits: 2,
    maximumFractionDigits: digits,
  });
  return `${value < 0 ? '−' : ''}$${text}`;
}

export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1_000).toFixed(milliseconds < 10_000 ? 2 : 1)} s`;
  const minutes = Math.floor(milliseconds / 60_000);
  return `${minutes} min ${Math.round((milliseconds % 60_000) / 1_000)} s`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  const units = ['KiB', 'MiB', 'GiB', 'TiB'];
  const step = Math.min(Math.floor(Math.log2(bytes) / 10), units.length);
  return `${(bytes / 1_024 ** step).toFixed(1)} ${units[step - 1]}`;
}

export function formatPercent(share: number): string {
  return `${(share * 100).toLocaleString('en', { maximumFractionDigits: 1 })} %`;
}

const RELATIVE_UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
];
const getRelative = lazily(() => new Intl.RelativeTimeFormat('en', { numeric: 'auto' }));

export function formatRelative(time: Date, now = new Date()): string {
  const distanceMs = time.getTime() - now.getTime();
  const [unit, size] = RELATIVE_UNITS.find(([, size]) => Math.abs(distanceMs) >= size) ?? ['second', 1_000];
  return getRelative().format(Math.round(distanceMs / size), unit);
}

const getDayAndTime = lazily(
  () => new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' }),
);

export function formatTime(time: Date): string {
  return getDayAndTime().format(time);
}

const getDayOfYearAndTime = lazily(
  () =>
    new Intl.DateTimeFormat('en-GB', {
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    }),
);

/** Exactly, and no longer than it has to be: the year stands there only where it is another one. */
export function formatMoment(time: Date, now = new Date()): string {
  return time.getFullYear() === now.getFullYear() ? getDayOfYearAndTime().format(time) : formatTime(time);
}

/** Both ends of an id that is long: where it begins with the time, only its end tells it from others. */
export function shortenId(id: string): string {
  return id.length <= 16 ? id : `${id.slice(0, 8)}…${id.slice(-5)}`;
}
