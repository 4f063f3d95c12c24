import { Badge, Text } from '@mantine/core';
import { BudgetMeter } from '../../kit/budget/budget-meter.js';
import { isAnyUsedUp } from '../../kit/budget/budget-words.js';
import { type Token } from './token-queries.js';

const COLORS: Readonly<Record<Token['status'], string>> = {
  active: 'gate',
  expired: 'orange',
  revoked: 'gray',
};

/** The status of a token. An active token whose budget is used up is shown as "budget used up". */
export function TokenStatus({ token: { status, budgets } }: { token: Pick<Token, 'status' | 'budgets'> }) {
  const isUsedUp = status === 'active' && isAnyUsedUp(budgets);
  return (
    <Badge component="span" variant="dot" color={isUsedUp ? 'red' : COLORS[status]}>
      {isUsedUp ? 'budget used up' : status}
    </Badge>
  );
}

/** The token's own budget, as a table cell. */
export function TokenBudget({ token: { budgets } }: { token: Token }) {
  const budget = budgets.find(({ scope }) => scope === 'token');
  if (budget !== undefined) return <BudgetMeter budget={budget} isCompact />;
  return (
    <Text size="sm" c="dimmed" span>
      No budget
    </Text>
  );
}
