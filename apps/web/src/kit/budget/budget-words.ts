import { type Schema } from '../../api/client.js';
import { formatCount, formatRelative, formatTime, formatUsd } from '../format.js';
import { type TimeZone } from '../time-zone/time-zone.js';
import { describeAmount, describePeriod } from './budget-value.js';

export type BudgetState = Schema<'BudgetStateView'>;

/** For example "$3.20 of $5.00 per day" or "120 of 500 requests in any 5 hours". */
export function describeSpent({ unit, spent, limit, period }: BudgetState): string {
  const used = unit === 'usd' ? formatUsd(spent) : formatCount(spent);
  return `${used} of ${describeAmount(limit, unit)} ${describePeriod(period)}`;
}

/** The used share of the budget, from 0 to 1. */
export function getShareUsed({ limit, left, used_up: isUsedUp }: BudgetState): number {
  return isUsedUp || limit === 0 ? 1 : Math.min(1, Math.max(0, 1 - left / limit));
}

/** For example "Token “ci”". Capitalized, because it starts a line. */
export function nameBudget({ scope, name }: BudgetState): string {
  if (scope === 'global') return 'Whole gateway';
  return scope === 'token' ? `Token “${name}”` : `Owner ${name}`;
}

/** When the budget renews and, after at least three days of usage, when it is expected to run out. */
export function describeRenewal(budget: BudgetState, now = new Date()): string[] {
  const { renews_at: renewsAt, period, forecast, used_up: isUsedUp } = budget;
  const renewal = describeReset(budget, now);
  if (isUsedUp || forecast === null) return [renewal];
  if (forecast.runs_out_at !== null)
    return [
      renewal,
      `At the current rate, it runs out ${formatRelative(new Date(forecast.runs_out_at), now)}`,
    ];
  return [
    renewal,
    renewsAt === null && period === 'total'
      ? 'At the current rate, it lasts for more than a year'
      : 'At the current rate, it lasts until the reset',
  ];
}

function describeReset({ renews_at: renewsAt, period }: BudgetState, now: Date): string {
  if (renewsAt === null) return period === 'total' ? 'Does not reset' : 'Not used';
  const time = formatRelative(new Date(renewsAt), now);
  return isRolling(period) ? `The next part renews ${time}` : `Resets ${time}`;
}

function isRolling(period: string): boolean {
  return period.endsWith('h');
}

/** The exact times of the renewal and of the forecast; undefined if there are none. */
export function listExactTimes(
  { renews_at: renewsAt, forecast, used_up: isUsedUp }: BudgetState,
  zone: TimeZone,
): string | undefined {
  const runsOutAt = isUsedUp ? null : (forecast?.runs_out_at ?? null);
  const times = [
    ...(renewsAt === null ? [] : [`Resets ${formatTime(new Date(renewsAt), zone)}`]),
    ...(runsOutAt === null ? [] : [`Runs out ${formatTime(new Date(runsOutAt), zone)}`]),
  ];
  return times.length === 0 ? undefined : times.join('. ');
}

export function isAnyUsedUp(budgets: readonly BudgetState[]): boolean {
  return budgets.some(({ used_up: isUsedUp }) => isUsedUp);
}
