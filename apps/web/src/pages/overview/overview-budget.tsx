import { useQuery } from '@tanstack/react-query';
import { BudgetMeter } from '../../kit/budget/budget-meter.js';
import { Section } from '../../kit/section.js';
import { budgets } from './overview-queries.js';

/** The budget of the gateway or, for a member, of all their tokens; nothing without one. */
export function OverviewBudget({ isMember }: { isMember: boolean }) {
  const { data } = useQuery(budgets);
  const budget = data?.find(({ scope }) => scope === (isMember ? 'owner' : 'global'));
  if (budget === undefined) return null;
  return (
    <Section title={isMember ? 'Your budget' : 'Budget of the gateway'}>
      <BudgetMeter budget={budget} />
    </Section>
  );
}
