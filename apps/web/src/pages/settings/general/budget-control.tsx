import { Input, Select, Stack } from '@mantine/core';
import { type ReactNode } from 'react';
import { type Schema } from '../../../api/client.js';
import { NumberField } from '../../../kit/forms/number-field.js';

export type Budget = Schema<'BudgetSettings'>;

const PERIODS = [
  { value: 'daily', label: 'Daily (UTC)' },
  { value: 'monthly', label: 'Monthly (UTC)' },
  { value: 'total', label: 'Total, never resets' },
] satisfies { value: Budget['period']; label: string }[];

/** The props of every control. Null stands for no value. */
export interface ControlProps<Value> {
  label: string;
  placeholder: string | undefined;
  disabled: boolean;
  error: ReactNode;
  value: Value | null;
  onChange: (value: Value | null) => void;
}

export function BudgetControl({
  label,
  placeholder,
  value,
  onChange,
  disabled,
  error,
}: ControlProps<Budget>) {
  const period = value?.period ?? 'total';
  return (
    <Stack gap="xs">
      <NumberField
        aria-label={`${label}, in US dollars`}
        placeholder={placeholder}
        prefix="$"
        min={0}
        disabled={disabled}
        error={error}
        value={value?.usd ?? ''}
        onChange={(usd) =>
          onChange(typeof usd === 'number' ? { usd, period: value?.period ?? 'monthly' } : null)
        }
      />
      {value === null ? null : (
        <Select
          aria-label="Budget period"
          data={PERIODS}
          value={period}
          allowDeselect={false}
          disabled={disabled}
          onChange={(chosen) => chosen !== null && onChange({ ...value, period: chosen })}
        />
      )}
    </Stack>
  );
}

/** The control with a label of its own, for forms that are not settings. */
export function BudgetField(props: Omit<ControlProps<Budget>, 'label' | 'disabled'>) {
  return (
    <Stack gap={4}>
      <Input.Label component="div">Budget</Input.Label>
      <BudgetControl label="Budget" disabled={false} {...props} />
    </Stack>
  );
}
