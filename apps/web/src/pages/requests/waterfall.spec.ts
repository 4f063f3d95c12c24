import { describe, expect, it } from '@jest/globals';
import { type RequestAttempt } from './request-queries.js';
import { ticksUpTo, toWaterfall } from './waterfall.js';

function attempt(overrides: Partial<RequestAttempt>): RequestAttempt {
  return {
    channel: 'main',
    channel_id: null,
    upstream_model: 'm',
    outcome: 'ok',
    reason: 'first',
    upstream_status: null,
    started_after_ms: 0,
    first_byte_ms: null,
    duration_ms: 100,
    error: null,
    error_detail: null,
    ...overrides,
  };
}

describe('toWaterfall', () => {
  it('places attempts by start time and duration', () => {
    const failed = attempt({ outcome: 'upstream-error', duration_ms: 200 });
    const good = attempt({ started_after_ms: 250, duration_ms: 150, first_byte_ms: 50 });
    const { bars, totalMs } = toWaterfall({ attempts: [failed, good], duration_ms: 400 });
    expect(totalMs).toBe(400);
    expect(bars.map(({ start, width, firstByte }) => [start, width, firstByte])).toEqual([
      [0, 0.5, undefined],
      [0.625, 0.375, 0.75],
    ]);
  });

  it('places attempts without a start time one after the other', () => {
    const old = attempt({ started_after_ms: null });
    const { bars } = toWaterfall({ attempts: [old, old], duration_ms: 200 });
    expect(bars.map(({ startMs }) => startMs)).toEqual([0, 100]);
  });

  it('extends the total time for an attempt that ended after the request', () => {
    const { totalMs, bars } = toWaterfall({ attempts: [attempt({ duration_ms: 900 })], duration_ms: 300 });
    expect(totalMs).toBe(900);
    expect(bars[0]?.width).toBe(1);
  });

  it('has no bars without attempts', () => {
    expect(toWaterfall({ attempts: [], duration_ms: 0 })).toMatchObject({ bars: [], totalMs: 1 });
  });
});

describe('ticksUpTo', () => {
  it('returns a few round numbers', () => {
    expect(ticksUpTo(400)).toEqual([0, 100, 200, 300, 400]);
    expect(ticksUpTo(9_300)).toEqual([0, 2_000, 4_000, 6_000, 8_000]);
    expect(ticksUpTo(1)).toHaveLength(6);
  });
});
