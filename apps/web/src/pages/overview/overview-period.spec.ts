import { describe, expect, it } from '@jest/globals';
import { isOverviewPeriod, buildSpan } from './overview-period.js';

const NOW = new Date('2026-03-10T14:25:30.500Z');

describe('buildSpan', () => {
  it('begins with a whole hour, and has as much before it', () => {
    expect(buildSpan('24h', NOW)).toEqual({
      previousFrom: '2026-03-08T14:00:00.000Z',
      from: '2026-03-09T14:00:00.000Z',
      to: '2026-03-10T14:25:30.500Z',
    });
  });

  it('begins with a whole minute where it is only an hour', () => {
    const { previousFrom, from } = buildSpan('1h', NOW);
    expect([previousFrom, from]).toEqual(['2026-03-10T12:25:00.000Z', '2026-03-10T13:25:00.000Z']);
  });
});

describe('isOverviewPeriod', () => {
  it('knows what an address may ask for', () => {
    expect(['1h', '24h', '7d'].every(isOverviewPeriod)).toBe(true);
    expect([null, '30d', 'toString'].some(isOverviewPeriod)).toBe(false);
  });
});
