import { formatCount, formatDuration, formatUsd } from '../format.js';

export type Unit = 'count' | 'usd' | 'duration';

const MAX_STEPS = 4;
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Round steps in seconds, minutes and hours. Steps below one second are decimal. */
const TIME_STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 4, 6, 12, 24].map((hours) => hours * HOUR_MS),
];

export function formatValue(value: number, unit: Unit): string {
  if (unit === 'usd') return formatUsd(value);
  return unit === 'duration' ? formatDuration(value) : formatCount(value);
}

/** Values from zero to the first round value that is at least `max`; at most five. */
export function buildValueTicks(max: number, unit: Unit): number[] {
  const step = getStep(max <= 0 ? 1 : max, unit);
  const count = Math.max(1, Math.ceil(max / step - 1e-9));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

export function formatTick(value: number, unit: Unit): string {
  if (unit !== 'duration' || value === 0)
    return value === 0 && unit !== 'usd' ? '0' : formatValue(value, unit);
  if (value < SECOND_MS) return `${value} ms`;
  if (value < MINUTE_MS) return `${value / SECOND_MS} s`;
  return formatDuration(value);
}

function getStep(max: number, unit: Unit): number {
  const minStep = max / MAX_STEPS;
  if (unit === 'duration' && minStep > SECOND_MS / 2) {
    const step = TIME_STEPS.find((one) => one >= minStep);
    if (step !== undefined) return step;
    return getDecimalStep(minStep / HOUR_MS) * HOUR_MS;
  }
  const step = getDecimalStep(minStep);
  // Requests, tokens and milliseconds are whole numbers.
  return unit === 'usd' ? step : Math.max(1, step);
}

/** The smallest step of at least `minStep` that is 1, 2 or 5 times a power of ten. */
function getDecimalStep(minStep: number): number {
  const power = 10 ** Math.floor(Math.log10(minStep));
  const factor = [1, 2, 5, 10].find((one) => one * power >= minStep * (1 - 1e-9)) ?? 10;
  return factor * power;
}
