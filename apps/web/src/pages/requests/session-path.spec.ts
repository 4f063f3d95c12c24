import { describe, expect, it } from '@jest/globals';
import { getSessionPath } from './session-path.js';

const NOW = new Date('2026-03-31T00:00:00Z');

describe('getSessionPath', () => {
  it('lists the last 30 days, or the days around an older request', () => {
    expect(getSessionPath('a&b', new Date('2026-03-02T00:00:00Z'), NOW)).toBe(
      '/requests?period=30d&session=a%26b',
    );
    const old = new URL(getSessionPath('s', new Date('2026-01-16T00:00:00Z'), NOW), 'http://console');
    expect(Object.fromEntries(old.searchParams)).toEqual({
      from: '2026-01-01T00:00:00.000Z',
      to: '2026-01-31T00:00:00.000Z',
      session: 's',
    });
  });
});
