import { NumberInput, Select, Stack } from '@mantine/core';
import { type ReactNode } from 'react';
import { type Schema } from '../../../api/client.js';

export type Budget = Schema<'BudgetSettings'>;

const PERIODS = [
  { value: 'daily', label: 'Every day (UTC)' },
  { value: 'monthly', label: 'Every month (UTC)' },
  { value: 'total', label: 'Once and for all' },
] satisfies { value: Budget['period']; label: string }[];

/** What every control of a setting gets. Null is the absence of a choice. */
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
      <NumberInput
        aria-label={`${label}, in US dollars`}
        placeholder={placeholder}
        prefix="$"
        min={0}
        decimalScale={2}
        thousandSeparator=","
        allowNegative={false}
        hideControls
        disabled={disabled}
        error={error}
        value={value?.usd ?? ''}
        onChange={(usd) =>
          onChange(typeof usd === 'number' ? { usd, period: value?.period ?? 'monthly' } : null)
        }
      />
      {value === null ? null : (
        <Select
          aria-label="How often it resets"
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
