import { describe, expect, it } from '@jest/globals';
import { buildPeriod, buildSlices, getPreviousPeriod } from './usage-period.js';

const NOW = new Date('2026-03-10T12:34:56Z');

describe('the period of a report', () => {
  it('is exactly the period of the query', () => {
    const query = {
      interval: 'hour',
      from: '2026-03-01T10:59:00+01:00',
      to: '2026-03-01T11:01:02.003Z',
    } as const;
    expect(buildPeriod(query, NOW)).toEqual({
      from: new Date('2026-03-01T09:59:00Z'),
      to: new Date('2026-03-01T11:01:02.003Z'),
    });
  });

  it.each([
    ['hour', '2026-03-09T12:34:56Z'],
    ['day', '2026-02-08T12:34:56Z'],
  ] as const)('has a default length, by the %s', (interval, from) => {
    expect(buildPeriod({ interval }, NOW)).toEqual({ from: new Date(from), to: NOW });
  });

  it('has a previous period of the same length that ends at its beginning', () => {
    const period = { from: new Date('2026-03-09T12:34:56Z'), to: NOW };
    expect(getPreviousPeriod(period)).toEqual({ from: new Date('2026-03-08T12:34:56Z'), to: period.from });
  });

  it.each([{ from: '2026-03-02T00:00:00Z', to: '2026-03-02T00:00:00Z' }, { from: '2025-01-01T00:00:00Z' }])(
    'cannot be empty or too long: %j',
    (given) => {
      expect(() => buildPeriod({ interval: 'day', ...given }, NOW)).toThrow('"from" must be');
    },
  );

  it('is divided into slices that end with a day', () => {
    const period = { from: new Date('2026-03-01T22:00:00Z'), to: new Date('2026-03-03T02:00:00Z') };
    expect(buildSlices(period, 'hour', 'UTC').map(({ to }) => to.toISOString())).toEqual([
      '2026-03-02T00:00:00.000Z',
      '2026-03-03T00:00:00.000Z',
      '2026-03-03T02:00:00.000Z',
    ]);
    expect(buildSlices(period, 'hour', 'Asia/Kolkata').map(({ to }) => to.toISOString())).toEqual([
      '2026-03-02T18:30:00.000Z',
      '2026-03-03T02:00:00.000Z',
    ]);
    for (const interval of ['day', 'total'] as const)
      expect(buildSlices(period, interval, 'UTC')).toEqual([period]);
  });
});
