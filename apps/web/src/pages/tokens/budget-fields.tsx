import { NumberInput, Select, SimpleGrid } from '@mantine/core';
import { type BudgetPeriod } from './budget-period.js';
import { type TokenFormState } from './use-token-form.js';

const PERIODS: { value: BudgetPeriod; label: string }[] = [
  { value: 'monthly', label: 'Every month' },
  { value: 'daily', label: 'Every day' },
  { value: 'total', label: 'Once, for good' },
];

export function BudgetFields({ form }: { form: TokenFormState }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <NumberInput
        label="Budget"
        placeholder="No budget"
        prefix="$"
        min={0}
        decimalScale={6}
        hideControls
        thousandSeparator=" "
        {...form.getInputProps('budgetUsd')}
      />
      <Select
        label="Budget begins anew"
        data={PERIODS}
        allowDeselect={false}
        disabled={form.values.budgetUsd === ''}
        {...form.getInputProps('budgetPeriod')}
      />
    </SimpleGrid>
  );
}
