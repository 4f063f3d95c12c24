import { describe, expect, it } from '@jest/globals';
import { describeZone, fromInputMinute, toInputMinute } from './zone-clock.js';

const MOMENT = '2026-03-01T10:00:00.000Z';

describe('the value of a time input', () => {
  it.each(['utc', 'local'] as const)('is in the chosen zone (%s)', (choice) => {
    expect(fromInputMinute(toInputMinute(MOMENT, { choice }), { choice })).toBe(MOMENT);
    expect(fromInputMinute('', { choice })).toBeUndefined();
  });

  it('has the format of a datetime-local input', () => {
    expect(toInputMinute(MOMENT, { choice: 'utc' })).toBe('2026-03-01T10:00');
  });
});

describe('describeZone', () => {
  it.each([
    ['UTC', 'UTC'],
    ['Europe/Berlin', 'Europe/Berlin (UTC+1)'],
    ['America/New_York', 'America/New York (UTC-5)'],
  ])('describes %s as %s', (name, text) => {
    expect(describeZone({ choice: 'local', name }, new Date(MOMENT))).toBe(text);
  });
});
