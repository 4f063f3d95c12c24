import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { BudgetMeters } from '../../kit/budget/budget-meter.js';
import { FactList } from '../../kit/fact-list.js';
import { Failure } from '../../kit/failure.js';
import { FormSection } from '../../kit/forms/form-section.js';
import { ownLimits } from '../catalog/catalog-queries.js';
import { describeLimits, describeModels } from '../catalog/describe-limits.js';

/** The budget and the limits that all tokens of the signed-in user share. */
export function OwnBudget() {
  const { data, error, refetch } = useQuery(ownLimits);
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  const limits = describeLimits(data?.together == null ? null : { ...data.together, budget: null });
  const models = describeModels(data?.together ?? null);
  return (
    <FormSection title="Budget and limits" description="All of your tokens share these.">
      {data === undefined ? (
        <Skeleton h={120} />
      ) : (
        <Stack gap="sm">
          {data.budgets.length === 0 ? (
            <Text size="sm">No budget is set.</Text>
          ) : (
            <BudgetMeters budgets={data.budgets} />
          )}
          <FactList
            facts={[
              {
                label: 'Active tokens',
                value:
                  data.max_tokens === null
                    ? data.active_tokens
                    : `${data.active_tokens} of ${data.max_tokens}`,
              },
              { label: 'Limits', value: limits.length === 0 ? 'None' : limits.join(', ') },
              ...(models === undefined ? [] : [{ label: 'Allowed models', value: models }]),
            ]}
          />
        </Stack>
      )}
    </FormSection>
  );
}
