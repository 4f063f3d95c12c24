import { describe, expect, it } from '@jest/globals';
import { getLength, periodSearch, buildRange, readPeriod, writePeriod, getPreviousRange } from './period.js';

const FROM = '2026-03-01T10:00:00.000Z';
const TO = '2026-03-02T10:00:00.000Z';

const read = (search: string) => readPeriod(new URLSearchParams(search), '24h');

describe('the period in the URL', () => {
  it('is a preset or a custom range', () => {
    expect(read('period=7d')).toEqual({ preset: '7d' });
    expect(read(`from=${FROM}&to=${TO}`)).toEqual({ from: FROM, to: TO });
  });

  it('is the default if the URL has no valid period', () => {
    const invalid = ['', 'period=2y', 'period=toString', 'from=x&to=y', `from=${TO}&to=${FROM}`];
    for (const search of invalid) expect(read(search)).toEqual({ preset: '24h' });
  });

  it('replaces the previous period and removes the cursor', () => {
    const before = new URLSearchParams(`model=m&cursor=abc&from=${FROM}&to=${TO}`);
    expect(writePeriod(before, { preset: '1h' }).toString()).toBe('model=m&period=1h');
    const custom = writePeriod(new URLSearchParams('period=1h'), { from: FROM, to: TO });
    expect(read(custom.toString())).toEqual({ from: FROM, to: TO });
  });

  it('can be passed to other pages', () => {
    expect(periodSearch({ preset: '30d' })).toBe('period=30d');
    expect(read(periodSearch({ from: FROM, to: TO }))).toEqual({ from: FROM, to: TO });
  });
});

describe('a period', () => {
  it('ends now if it is a preset', () => {
    expect(buildRange({ preset: '24h' }, new Date(TO))).toEqual({ from: FROM, to: TO });
    expect(buildRange({ from: FROM, to: TO })).toEqual({ from: FROM, to: TO });
  });

  it('has a length', () => {
    expect(getLength({ preset: '1h' })).toBe(3_600_000);
    expect(getLength({ from: FROM, to: TO })).toBe(86_400_000);
  });
});

describe('getPreviousRange', () => {
  it('has the same length, and ends at the start of the period', () => {
    const range = { from: '2026-03-02T00:00:00.000Z', to: '2026-03-03T12:00:00.000Z' };
    expect(getPreviousRange(range)).toEqual({
      from: '2026-02-28T12:00:00.000Z',
      to: '2026-03-02T00:00:00.000Z',
    });
  });
});
