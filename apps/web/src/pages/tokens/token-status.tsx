import { Badge, Progress, Text } from '@mantine/core';
import { formatUsd } from '../../kit/format.js';
import { PERIOD_WORDS } from './budget-period.js';
import { type Token } from './token-queries.js';

const COLORS: Readonly<Record<Token['status'], string>> = {
  active: 'gate',
  expired: 'orange',
  revoked: 'gray',
};

interface BudgetBarProps {
  token: Token;
  /** What counts against its budget; undefined while it is not known. */
  spentUsd: number | undefined;
}

const NEARLY_USED_UP = 0.8;

export function TokenStatus({ status }: Pick<Token, 'status'>) {
  return (
    <Badge component="span" variant="dot" color={COLORS[status]} tt="none" miw="max-content">
      {status}
    </Badge>
  );
}

export function BudgetBar({ token: { name, budget, spent_usd: everSpent }, spentUsd }: BudgetBarProps) {
  if (budget === null) {
    return (
      <Text size="sm" span>
        {formatUsd(everSpent)}{' '}
        <Text size="sm" c="dimmed" span>
          spent, no budget
        </Text>
      </Text>
    );
  }
  const share = spentUsd === undefined ? 0 : budget.usd === 0 ? 1 : Math.min(spentUsd / budget.usd, 1);
  return (
    <div>
      <Text size="sm" span>
        {spentUsd === undefined ? '…' : formatUsd(spentUsd)}{' '}
        <Text size="sm" c="dimmed" span>
          of {formatUsd(budget.usd)} {PERIOD_WORDS[budget.period]}
          {share >= 1 ? ', used up' : ''}
        </Text>
      </Text>
      <Progress
        mt={4}
        size="sm"
        value={share * 100}
        color={share >= 1 ? 'red' : share >= NEARLY_USED_UP ? 'orange' : 'gate'}
        aria-label={`Budget of ${name} that is used`}
      />
    </div>
  );
}
