import {
  type BudgetPeriod,
  type BudgetUnit,
  BUDGET_UNITS,
  getRollingHours,
  isBudgetPeriod,
} from '#declarations';

const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;
const WEEK_DAYS = 7;

/**
 * Rolling budgets are spent in slots of a sixtieth of their period: one minute for each hour. What was spent in a slot
 * returns when the slot has ended for the length of the period, and another slot. The additional slot covers requests
 * that wait for money, and clocks that differ.
 */
const SLOTS = 60;
const ADDITIONAL_SLOTS = 1;

/** A period and a unit, in the name of a budget account. */
export interface NamedWindow {
  unit: BudgetUnit;
  period: BudgetPeriod;
  /** When the period ends and the account of the next one is used. Undefined for total and rolling budgets. */
  renewsAt?: Date;
}

/** The end of an account's name for a unit and the current period. Empty for a total amount of money. */
export function getWindowSuffix(unit: BudgetUnit, period: BudgetPeriod, now: Date): string {
  const parts = [unit === 'usd' ? '' : unit, getPeriodName(period, now)].filter((part) => part !== '');
  return parts.length === 0 ? '' : `@${parts.join(':')}`;
}

function getPeriodName(period: BudgetPeriod, now: Date): string {
  const date = now.toISOString();
  if (period === 'total') return '';
  if (period === 'daily') return date.slice(0, 'yyyy-mm-dd'.length);
  if (period === 'monthly') return date.slice(0, 'yyyy-mm'.length);
  if (period === 'weekly') return `week-${getMonday(now).toISOString().slice(0, 'yyyy-mm-dd'.length)}`;
  return period;
}

function getMonday(now: Date): Date {
  const sinceMonday = (now.getUTCDay() + WEEK_DAYS - 1) % WEEK_DAYS;
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - sinceMonday));
}

const DATE = /^(?<week>week-)?(?<year>\d{4})-(?<month>\d\d)(?:-(?<day>\d\d))?$/;

/** Reads the part of an account's name after the `@`. Undefined if it is no current form of it. */
export function parseWindowName(text: string): NamedWindow | undefined {
  const [first = '', second] = text.split(':', 2);
  const unit = BUDGET_UNITS.find((one) => one !== 'usd' && one === first);
  const name = unit === undefined ? text : (second ?? '');
  const period = parsePeriodName(name);
  return period && { unit: unit ?? 'usd', ...period };
}

function parsePeriodName(name: string): Omit<NamedWindow, 'unit'> | undefined {
  if (name === '') return { period: 'total' };
  if (isBudgetPeriod(name)) return getRollingHours(name) === undefined ? undefined : { period: name };
  const { week, year, month, day } = DATE.exec(name)?.groups ?? {};
  if (year === undefined) return undefined;
  const monthIndex = Number(month) - 1;
  if (day === undefined) return endingAt('monthly', Number(year), monthIndex + 1, 1);
  return week === undefined
    ? endingAt('daily', Number(year), monthIndex, Number(day) + 1)
    : endingAt('weekly', Number(year), monthIndex, Number(day) + WEEK_DAYS);
}

function endingAt(
  period: BudgetPeriod,
  ...[year, monthIndex, day]: [year: number, monthIndex: number, day: number]
): Omit<NamedWindow, 'unit'> {
  return { period, renewsAt: new Date(Date.UTC(year, monthIndex, day)) };
}

/** The beginning of the current slot of a rolling period. */
export function getSlotStart(hours: number, now: Date): Date {
  const slotMs = getSlotMs(hours);
  return new Date(Math.floor(now.getTime() / slotMs) * slotMs);
}

/** When the amounts of a slot return. */
export function getSlotReturn(hours: number, slotStart: Date): Date {
  return new Date(slotStart.getTime() + getSlotLifeMs(hours));
}

/** The slots that began at this time or before have returned. */
export function getLastReturnedSlot(hours: number, now: Date): Date {
  return new Date(now.getTime() - getSlotLifeMs(hours));
}

/** From when on requests are charged to another account or slot, as milliseconds since 1970. */
export function getNextWindowMs(period: BudgetPeriod, now: Date): number {
  const hours = getRollingHours(period);
  const lengthMs = hours === undefined ? DAY_MS : getSlotMs(hours);
  return (Math.floor(now.getTime() / lengthMs) + 1) * lengthMs;
}

function getSlotMs(hours: number): number {
  return (hours * HOUR_MS) / SLOTS;
}

function getSlotLifeMs(hours: number): number {
  return hours * HOUR_MS + (1 + ADDITIONAL_SLOTS) * getSlotMs(hours);
}

/** The number of a slot in the list of accounts that a request is charged to: minutes since 1970. */
export function toSlotNumber(slotStart: Date): number {
  return slotStart.getTime() / MINUTE_MS;
}

export function fromSlotNumber(slot: number): Date {
  return new Date(slot * MINUTE_MS);
}
