import { type BudgetState, describeSpent } from '../../kit/budget/budget-words.js';
import { formatRelative } from '../../kit/format.js';
import { ownerPath } from '../owners/owner-path.js';
import { type AlertLine } from './alert-lines.js';

const MAX_NAMED = 5;

/** One line for each of the first five budgets that are used up, and one for all others. */
export function buildBudgetAlerts(
  budgets: readonly BudgetState[],
  isMember: boolean,
  now = new Date(),
): AlertLine[] {
  const usedUp = budgets.filter(({ used_up: isUsedUp }) => isUsedUp);
  const more = usedUp.length - MAX_NAMED;
  return [
    ...usedUp.slice(0, MAX_NAMED).map((budget) => toAlert(budget, isMember, now)),
    ...(more > 0
      ? [
          {
            text: more === 1 ? '1 more budget is used up.' : `${more} more budgets are used up.`,
            fix: { label: 'Show tokens', to: '/tokens' },
          },
        ]
      : []),
  ];
}

function toAlert(budget: BudgetState, isMember: boolean, now: Date): AlertLine {
  const { renews_at: renewsAt } = budget;
  const renewal =
    renewsAt === null
      ? 'It does not reset.'
      : `${budget.period.endsWith('h') ? 'The next part of it renews' : 'It resets'} ${formatRelative(new Date(renewsAt), now)}.`;
  return {
    text: `${nameSubject(budget, isMember)} is used up: ${describeSpent(budget)}. Requests are refused. ${renewal}`,
    times: renewsAt === null ? [] : [{ label: 'Resets', at: renewsAt }],
    ...findFix(budget, isMember),
  };
}

function nameSubject({ scope, name }: BudgetState, isMember: boolean): string {
  if (scope === 'global') return 'The budget of the gateway';
  if (scope === 'token') return `The budget of token “${name}”`;
  return isMember ? 'Your budget' : `The budget of owner ${name}`;
}

/** The page on which the limit can be raised. */
function findFix({ scope, name, token_id: tokenId }: BudgetState, isMember: boolean): Pick<AlertLine, 'fix'> {
  if (scope === 'token') return { fix: { label: 'Open the token', to: `/tokens/${tokenId}` } };
  if (isMember) return {};
  if (scope === 'global') return { fix: { label: 'Change the budget', to: '/settings#budgets.global' } };
  return { fix: { label: 'Open the owner', to: ownerPath(name ?? '') } };
}
