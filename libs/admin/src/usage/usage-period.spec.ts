import { describe, expect, it } from '@jest/globals';
import { buildPeriod, buildSlices } from './usage-period.js';

const NOW = new Date('2026-03-10T12:34:56Z');

describe('the period of a report', () => {
  it('is whole hours', () => {
    const query = {
      interval: 'hour',
      from: '2026-03-01T10:59:00+01:00',
      to: '2026-03-01T11:01:00Z',
    } as const;
    expect(buildPeriod(query, NOW)).toEqual({
      from: new Date('2026-03-01T09:00:00Z'),
      to: new Date('2026-03-01T12:00:00Z'),
    });
  });

  it.each([
    ['hour', '2026-03-09T12:00:00Z'],
    ['day', '2026-02-08T12:00:00Z'],
  ] as const)('begins, by the %s, a usual while ago', (interval, from) => {
    expect(buildPeriod({ interval }, NOW)).toEqual({
      from: new Date(from),
      to: new Date('2026-03-10T13:00:00Z'),
    });
  });

  it.each([{ from: '2026-03-02T00:00:00Z', to: '2026-03-02T00:00:00Z' }, { from: '2025-01-01T00:00:00Z' }])(
    'is neither empty nor too long: %j',
    (asked) => {
      expect(() => buildPeriod({ interval: 'day', ...asked }, NOW)).toThrow('"from" must be');
    },
  );

  it('falls into slices that end with a day', () => {
    const period = { from: new Date('2026-03-01T22:00:00Z'), to: new Date('2026-03-03T02:00:00Z') };
    expect(buildSlices(period, 'hour').map(({ to }) => to.toISOString())).toEqual([
      '2026-03-02T00:00:00.000Z',
      '2026-03-03T00:00:00.000Z',
      '2026-03-03T02:00:00.000Z',
    ]);
    expect(buildSlices(period, 'day')).toEqual([period]);
  });
});
