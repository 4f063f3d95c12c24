import { describe, expect, it } from '@jest/globals';
import { PRESETS } from '../../kit/period/period.js';
import { chooseBucket, describePrevious, getRefreshMs } from './overview-period.js';

const CUSTOM = { from: '2026-03-01T00:00:00.000Z', to: '2026-03-02T00:00:00.000Z' };

describe('the period of the overview', () => {
  it('has a readable number of points for every length', () => {
    const lengths = Object.values(PRESETS).map(({ lengthMs }) => lengthMs);
    expect(lengths.map(chooseBucket)).toEqual(['minute', 'hour', 'hour', 'day']);
  });

  it('is refetched only if it ends now', () => {
    expect(getRefreshMs({ preset: '24h' })).toBe(5_000);
    expect(getRefreshMs(CUSTOM)).toBe(false);
  });

  it('is compared with the previous period of the same length', () => {
    expect(describePrevious({ preset: '24h' })).toBe('the previous 24 hours');
    expect(describePrevious(CUSTOM)).toBe('the previous period');
  });
});
