import { type Schema } from '../../api/client.js';
import { formatCount, formatUsd } from '../format.js';

export type BudgetWindow = Schema<'BudgetInput'>;
/** One window, or several that apply at the same time. */
export type Budget = BudgetWindow | BudgetWindow[];
export type BudgetUnit = Schema<'BudgetStateView'>['unit'];

export const UNITS: readonly { value: BudgetUnit; label: string }[] = [
  { value: 'usd', label: 'US dollars' },
  { value: 'tokens', label: 'Tokens' },
  { value: 'requests', label: 'Requests' },
];

export const PERIODS: readonly { value: string; label: string }[] = [
  { value: 'daily', label: 'Daily (UTC)' },
  { value: 'weekly', label: 'Weekly, from Monday (UTC)' },
  { value: 'monthly', label: 'Monthly (UTC)' },
  { value: '5h', label: 'Any 5 hours' },
  { value: '24h', label: 'Any 24 hours' },
  { value: 'total', label: 'Total, never resets' },
];

const PERIOD_WORDS: Readonly<Record<string, string>> = {
  total: 'in total',
  daily: 'per day',
  weekly: 'per week',
  monthly: 'per month',
};

/** For example "per day" or "in any 5 hours". */
export function describePeriod(period: string): string {
  return PERIOD_WORDS[period] ?? `in any ${period.slice(0, -1)} hours`;
}

/** For example "$5.00" or "10K tokens". */
export function describeAmount(amount: number, unit: BudgetUnit): string {
  return unit === 'usd' ? formatUsd(amount) : `${formatCount(amount)} ${unit}`;
}

export function listWindows(budget: Budget | null): BudgetWindow[] {
  if (budget === null) return [];
  return Array.isArray(budget) ? budget : [budget];
}

/** The reverse of `listWindows`: null for no window, a single object for one window. */
export function toBudget(windows: readonly BudgetWindow[]): Budget | null {
  const [first] = windows;
  if (first === undefined) return null;
  return windows.length === 1 ? first : [...windows];
}

export function getUnit({ tokens, requests }: BudgetWindow): BudgetUnit {
  if (tokens !== undefined) return 'tokens';
  return requests === undefined ? 'usd' : 'requests';
}

/** A text for each window, such as "$5.00 per day". */
export function describeBudget(budget: Budget | null): string[] {
  return listWindows(budget).map((window) => {
    const unit = getUnit(window);
    return `${describeAmount(window[unit] ?? 0, unit)} ${describePeriod(window.period ?? 'total')}`;
  });
}
