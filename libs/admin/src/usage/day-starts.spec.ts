import { describe, expect, it } from '@jest/globals';
import { isTimeZone, listDayStarts } from './day-starts.js';
import { measureCpuMs, measureLeast } from '../../../../test/cpu-time/index.js';

const list = (timeZone: string, from: string, to: string): string[] =>
  listDayStarts({ from: new Date(from), to: new Date(to) }, timeZone).map((start) => start.toISOString());

describe('the days of a time zone', () => {
  it.each([
    ['UTC', '2026-03-01T10:00:00Z', '2026-03-03T00:00:00Z', ['01T00:00', '02T00:00']],
    // The clock goes forward at 01:00Z: a day of 23 hours. In autumn one of 25.
    ['Europe/Berlin', '2026-03-28T23:30:00Z', '2026-03-30T00:00:00Z', ['28T23:00', '29T22:00']],
    ['Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-26T00:00:00Z', ['24T22:00', '25T23:00']],
    ['Asia/Kolkata', '2026-03-01T18:29:00Z', '2026-03-01T18:31:00Z', ['28T18:30', '01T18:30']],
    ['Asia/Kathmandu', '2026-03-01T18:15:00Z', '2026-03-01T19:00:00Z', ['01T18:15']],
    ['Pacific/Kiritimati', '2026-03-01T09:59:59.999Z', '2026-03-01T11:00:00Z', ['28T10:00', '01T10:00']],
    ['Pacific/Pago_Pago', '2026-03-01T11:00:00Z', '2026-03-01T11:00:01Z', ['01T11:00']],
    // 00:00 is missing: the clock goes from there to 01:00.
    ['Africa/Cairo', '2026-04-23T12:00:00Z', '2026-04-25T00:00:00Z', ['22T22:00', '23T22:00', '24T21:00']],
    // 00:00 occurs twice: the clock goes back to it at 01:00.
    ['America/Havana', '2026-10-31T12:00:00Z', '2026-11-02T06:00:00Z', ['31T04:00', '01T04:00', '02T05:00']],
    // The 30th was skipped.
    ['Pacific/Apia', '2011-12-29T12:00:00Z', '2011-12-31T12:00:00Z', ['29T10:00', '30T10:00', '31T10:00']],
  ])('%s from %s to %s', (timeZone, from, to, starts) => {
    expect(list(timeZone, from, to).map((start) => start.slice(8, 16))).toEqual(starts);
  });

  it('are listed quickly for a long period', async () => {
    let days: string[] = [];
    const cpuMs = await measureLeast(100, () =>
      measureCpuMs(() => {
        days = list('America/New_York', '2025-01-01T05:00:00Z', '2026-02-05T05:00:00Z');
      }),
    );
    expect(days).toHaveLength(400);
    expect(cpuMs).toBeLessThan(100);
  });

  it.each([
    ['Europe/Berlin', true],
    ['Asia/Calcutta', true],
    ['Mars/Olympus', false],
    ['', false],
    ['x'.repeat(100_000), false],
  ])('exist only for an existing zone: %.20s', (name, isKnown) => {
    expect(isTimeZone(name)).toBe(isKnown);
  });
});
