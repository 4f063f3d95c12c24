import { describe, expect, it } from '@jest/globals';
import { isExactMoment } from './exact-moment.js';

describe('isExactMoment', () => {
  it.each(['2026-11-15 12:30:00+00', '2026-02-28 23:59:59.123456+00', '9999-12-31 00:00:00.1+00'])(
    'accepts %s',
    (text) => expect(isExactMoment(text)).toBe(true),
  );

  it.each([
    '9999-99-99 99:99:99+00',
    '2026-02-30 00:00:00+00',
    '2026-01-01 24:00:00+00',
    '0000-01-01 00:00:00+00',
    '2026-01-01T00:00:00+00',
    '2026-01-01 00:00:00+01',
    '2026-01-01 00:00:00.1234567+00',
    'infinity',
    '',
  ])('rejects %j', (text) => expect(isExactMoment(text)).toBe(false));
});
