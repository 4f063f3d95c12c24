import { type BudgetUnit, type BudgetWindow, getRollingHours } from '#declarations';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** Usage of this many days is averaged. */
export const PACE_DAYS = 7;
/** With less data, a forecast would depend too much on the first day. */
const MIN_DATA_MS = 3 * DAY_MS;
/** A later end is not worth showing. */
const MAX_AHEAD_MS = 366 * DAY_MS;

/** The spending of the last days. */
export interface SpendingPace {
  /** The first of their hours with usage. */
  since: Date;
  costMicroUsd: number;
  tokens: number;
  /** Successful requests. */
  requests: number;
}

/** `runsOutAt` is undefined if the budget lasts until it renews, or for more than a year. */
export interface BudgetForecast {
  runsOutAt?: Date;
}

interface RemainingBudget {
  budget: BudgetWindow;
  left: number;
  renewsAt?: Date | undefined;
}

/** When the budget will be used up at the pace of the last days; undefined with less than three days of data. */
export function forecastBudget(
  { budget, left, renewsAt }: RemainingBudget,
  pace: SpendingPace | undefined,
  now: Date,
): BudgetForecast | undefined {
  const nowMs = now.getTime();
  const dataMs = pace === undefined ? 0 : nowMs - pace.since.getTime();
  if (pace === undefined || dataMs < MIN_DATA_MS || left <= 0) return undefined;
  const spent = Math.max(getPaceAmount(pace, budget.unit), Number.MIN_VALUE);
  const hours = getRollingHours(budget.period);
  // A rolling budget lasts if no more is spent in its period than its limit.
  if (hours !== undefined && (spent * hours * HOUR_MS) / dataMs <= budget.limit) return {};
  const endMs = nowMs + (left * dataMs) / spent;
  const renewsAtMs = hours === undefined ? renewsAt?.getTime() : undefined;
  const lastMs = Math.min(renewsAtMs ?? Infinity, nowMs + MAX_AHEAD_MS);
  return endMs < lastMs ? { runsOutAt: new Date(endMs) } : {};
}

/**
 * Whether requests are refused: nothing is left, or less than the average cost of a request. The latter happens with
 * fixed prices, such as a price per image.
 */
export function isUsedUp(left: number, unit: BudgetUnit, pace: SpendingPace | undefined): boolean {
  if (left <= 0) return true;
  return pace !== undefined && pace.requests > 0 && left < getPaceAmount(pace, unit) / pace.requests;
}

function getPaceAmount({ costMicroUsd, tokens, requests }: SpendingPace, unit: BudgetUnit): number {
  return { usd: costMicroUsd, tokens, requests }[unit];
}
