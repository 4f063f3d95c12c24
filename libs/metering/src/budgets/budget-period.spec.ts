import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { MAX_ROLLING_HOURS, getRollingHours, isBudgetPeriod } from '#declarations';
import {
  fromSlotNumber,
  getLastReturnedSlot,
  getNextWindowMs,
  getSlotReturn,
  getSlotStart,
  getWindowSuffix,
  parseWindowName,
  toSlotNumber,
} from './budget-period.js';

const HOUR_MS = 60 * 60 * 1000;
const hours = fc.integer({ min: 1, max: MAX_ROLLING_HOURS });
const moment = fc.date({
  min: new Date('2020-01-01'),
  max: new Date('2040-01-01'),
  noInvalidDate: true,
});

describe('periods of budgets', () => {
  it.each(['total', 'daily', 'weekly', 'monthly', '1h', '5h', '24h', '720h'])('%s is a period', (text) => {
    expect(isBudgetPeriod(text)).toBe(true);
  });

  it.each(['', '0h', '05h', '721h', '-1h', '1.5h', '5', 'h', '5H', 'yearly', 'Daily', '9999999999h', '5h '])(
    '%j is none',
    (text) => {
      expect(isBudgetPeriod(text)).toBe(false);
    },
  );

  it('have names of accounts that are read back', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('usd' as const, 'tokens' as const, 'requests' as const),
        fc.oneof(
          fc.constantFrom('total' as const, 'daily' as const, 'weekly' as const, 'monthly' as const),
          hours.map((count) => `${count}h` as const),
        ),
        moment,
        (unit, period, now) => {
          const suffix = getWindowSuffix(unit, period, now);
          const named = parseWindowName(suffix.slice(1));
          expect(named).toMatchObject({ unit, period });
          const isFixed = period !== 'total' && getRollingHours(period) === undefined;
          expect(named?.renewsAt !== undefined).toBe(isFixed);
          if (named?.renewsAt === undefined) return;
          // The account changes exactly when the period ends.
          expect(named.renewsAt.getTime()).toBeGreaterThan(now.getTime());
          expect(getWindowSuffix(unit, period, new Date(named.renewsAt.getTime() - 1))).toBe(suffix);
          expect(getWindowSuffix(unit, period, named.renewsAt)).not.toBe(suffix);
          expect(getNextWindowMs(period, now)).toBeLessThanOrEqual(named.renewsAt.getTime());
        },
      ),
    );
  });
});

describe('slots of rolling budgets', () => {
  it('contain the moment, and return only after the period', () => {
    fc.assert(
      fc.property(hours, moment, (count, now) => {
        const start = getSlotStart(count, now);
        const end = getNextWindowMs(`${count}h`, now);
        expect(start.getTime()).toBeLessThanOrEqual(now.getTime());
        expect(end).toBeGreaterThan(now.getTime());
        expect(getSlotStart(count, new Date(end - 1))).toEqual(start);
        expect(fromSlotNumber(toSlotNumber(start))).toEqual(start);
        const lifeMs = getSlotReturn(count, start).getTime() - end;
        expect(lifeMs).toBeGreaterThanOrEqual(count * HOUR_MS);
        expect(lifeMs).toBeLessThanOrEqual(count * (HOUR_MS + HOUR_MS / 60));
        expect(getLastReturnedSlot(count, getSlotReturn(count, start))).toEqual(start);
      }),
    );
  });
});
