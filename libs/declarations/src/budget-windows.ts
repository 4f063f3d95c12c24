/** What a budget counts. */
export const BUDGET_UNITS = ['usd', 'tokens', 'requests'] as const;
export type BudgetUnit = (typeof BUDGET_UNITS)[number];

/** Days, weeks (from Monday) and months are in UTC. */
export const CALENDAR_PERIODS = ['total', 'daily', 'weekly', 'monthly'] as const;
export type CalendarPeriod = (typeof CALENDAR_PERIODS)[number];

/** The last hours before now, such as `5h`. */
export type RollingPeriod = `${number}h`;
export type BudgetPeriod = CalendarPeriod | RollingPeriod;

/** 30 days. */
export const MAX_ROLLING_HOURS = 720;
/** The maximum number of windows that one budget has. */
export const MAX_BUDGET_WINDOWS = 8;

const ROLLING = /^[1-9]\d{0,2}h$/;
/** For schemas and error messages. */
export const PERIOD = `a period: total, daily, weekly, monthly, or 1h to ${MAX_ROLLING_HOURS}h`;

/** A limit for one period, in one unit. */
export interface BudgetWindow {
  readonly unit: BudgetUnit;
  /** Millionths of a dollar, tokens or requests. */
  readonly limit: number;
  readonly period: BudgetPeriod;
}

/** All windows of a budget apply at once. Never empty. */
export type StoredBudget = readonly BudgetWindow[];

/** A window in the config file and the admin API: exactly one amount, and a period. */
export interface BudgetEntry {
  readonly usd?: number | undefined;
  readonly tokens?: number | undefined;
  readonly requests?: number | undefined;
  readonly period: BudgetPeriod;
}

/** A budget in the config file and the admin API. */
export type BudgetValue = BudgetEntry | readonly BudgetEntry[];

/** The number of hours of a rolling period; undefined for other periods and texts. */
export function getRollingHours(period: string): number | undefined {
  if (!ROLLING.test(period)) return undefined;
  const hours = Number(period.slice(0, -1));
  return hours <= MAX_ROLLING_HOURS ? hours : undefined;
}

export function isBudgetPeriod(text: string): text is BudgetPeriod {
  return (CALENDAR_PERIODS as readonly string[]).includes(text) || getRollingHours(text) !== undefined;
}

/** Whether two windows count the same in the same period, so that only one of them is useful. */
export function isSameWindow(
  one: Pick<BudgetWindow, 'unit' | 'period'>,
  other: Pick<BudgetWindow, 'unit' | 'period'>,
): boolean {
  return one.unit === other.unit && one.period === other.period;
}
