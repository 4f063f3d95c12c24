import { type RequestAttempt, type RequestDetail } from './request-queries.js';

/** The bar of an attempt. Positions are fractions of the total time, from 0 to 1. */
export interface Bar {
  attempt: RequestAttempt;
  startMs: number;
  endMs: number;
  start: number;
  width: number;
  /** The position of the first byte. */
  firstByte: number | undefined;
}

export interface Waterfall {
  bars: Bar[];
  totalMs: number;
  ticksMs: number[];
}

const MAX_TICKS = 5;
const STEPS = [1, 2, 2.5, 5, 10];

/** An attempt without a recorded start time is placed after the previous one. */
export function toWaterfall({
  attempts,
  duration_ms: durationMs,
}: Pick<RequestDetail, 'attempts' | 'duration_ms'>): Waterfall {
  let endMs = 0;
  const spans = attempts.map((attempt) => {
    const startMs = attempt.started_after_ms ?? endMs;
    endMs = startMs + attempt.duration_ms;
    return { attempt, startMs, endMs };
  });
  const totalMs = Math.max(durationMs, 1, ...spans.map((span) => span.endMs));
  const bars = spans.map((span) => ({
    ...span,
    start: span.startMs / totalMs,
    width: (span.endMs - span.startMs) / totalMs,
    firstByte:
      span.attempt.first_byte_ms == null
        ? undefined
        : Math.min(1, (span.startMs + span.attempt.first_byte_ms) / totalMs),
  }));
  return { bars, totalMs, ticksMs: ticksUpTo(totalMs) };
}

/** Round numbers with equal distances, from 0 to at most `totalMs`. */
export function ticksUpTo(totalMs: number): number[] {
  const rough = totalMs / MAX_TICKS;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = magnitude * (STEPS.find((factor) => magnitude * factor >= rough) ?? 10);
  return Array.from({ length: Math.floor(totalMs / step) + 1 }, (_, index) => index * step);
}
