import { Input, Stack } from '@mantine/core';
import { type ReactNode } from 'react';
import { BudgetEditor } from '../../../kit/budget/budget-editor.js';
import { type Budget } from '../../../kit/budget/budget-value.js';

/** The props of all controls. Null means that there is no value. */
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
  disabled,
  error,
  value,
  onChange,
}: ControlProps<Budget>) {
  return <BudgetEditor {...{ label, placeholder, disabled, error, value, onChange }} />;
}

/** The control with a visible label, for forms other than the settings. */
export function BudgetField(props: Omit<ControlProps<Budget>, 'label' | 'disabled'>) {
  return (
    <Stack gap={4}>
      <Input.Label component="div">Budget</Input.Label>
      <BudgetControl label="Budget" disabled={false} {...props} />
    </Stack>
  );
}
