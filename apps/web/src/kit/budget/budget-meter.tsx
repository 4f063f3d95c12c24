import { Group, Progress, Stack, Text } from '@mantine/core';
import { formatPercent } from '../format.js';
import { useTimeZone } from '../time-zone/use-time-zone.js';
import { Tooltip } from '../tooltip.js';
import {
  type BudgetState,
  describeRenewal,
  describeSpent,
  getShareUsed,
  listExactTimes,
  nameBudget,
} from './budget-words.js';

interface BudgetMeterProps {
  budget: BudgetState;
  /** Hides the renewal and the forecast, for a table cell. */
  isCompact?: boolean;
  /** Shows the name of the budget, for pages with several budgets. */
  isNamed?: boolean;
}

const NEARLY_USED_UP = 0.8;

/** Shows how much of a budget is spent, when it renews and when it is expected to run out. */
export function BudgetMeter({ budget, isCompact = false, isNamed = false }: BudgetMeterProps) {
  const share = getShareUsed(budget);
  const isFull = share >= 1;
  return (
    <div>
      {isNamed ? (
        <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
          {nameBudget(budget)}
        </Text>
      ) : null}
      <Group justify="space-between" gap="xs">
        <Text size="sm" span className="tabular">
          {describeSpent(budget)}
        </Text>
        {isCompact && !isFull ? null : (
          <Text
            size="sm"
            span
            fw={isFull ? 650 : undefined}
            c={isFull ? 'var(--mantine-color-error)' : 'dimmed'}
          >
            {isFull ? 'Used up' : `${formatPercent(share)} used`}
          </Text>
        )}
      </Group>
      <Progress
        mt={4}
        size="sm"
        value={share * 100}
        color={isFull ? 'red' : share >= NEARLY_USED_UP ? 'orange' : 'gate'}
        aria-label={`Budget used: ${nameBudget(budget)}`}
      />
      {isCompact ? null : <Renewal budget={budget} />}
    </div>
  );
}

function Renewal({ budget }: { budget: BudgetState }) {
  const zone = useTimeZone();
  const exact = listExactTimes(budget, zone);
  const words = `${describeRenewal(budget).join('. ')}.`;
  return (
    <Text size="xs" c="dimmed" mt={4}>
      {exact === undefined ? (
        words
      ) : (
        <Tooltip label={exact} isReachable>
          <Text span inherit tabIndex={0}>
            {words}
          </Text>
        </Tooltip>
      )}
    </Text>
  );
}

/** Budgets that apply together: requests are rejected as soon as one of them is used up. */
export function BudgetMeters({
  budgets,
  isNamed = budgets.length > 1,
}: {
  budgets: readonly BudgetState[];
  /** Shows the name of each budget. */
  isNamed?: boolean;
}) {
  return (
    <Stack gap="md">
      {budgets.map((budget) => (
        <BudgetMeter
          key={`${budget.scope} ${budget.name} ${budget.unit} ${budget.period}`}
          budget={budget}
          isNamed={isNamed}
        />
      ))}
    </Stack>
  );
}
