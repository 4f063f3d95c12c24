import { useQuery } from '@tanstack/react-query';
import { BudgetMeters } from '../../kit/budget/budget-meter.js';
import { Section } from '../../kit/section.js';
import { budgets } from './overview-queries.js';

/** The budget of the gateway or, for a member, of all their tokens; nothing without one. */
export function OverviewBudget({ isMember }: { isMember: boolean }) {
  const { data } = useQuery(budgets);
  const own = (data ?? []).filter(({ scope }) => scope === (isMember ? 'owner' : 'global'));
  if (own.length === 0) return null;
  return (
    <Section title={isMember ? 'Your budget' : 'Budget of the gateway'}>
      <BudgetMeters budgets={own} isNamed={false} />
    </Section>
  );
}
