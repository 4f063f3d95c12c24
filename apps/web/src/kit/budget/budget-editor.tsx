import { Button, CloseButton, Group, Select, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { NumberField } from '../forms/number-field.js';
import {
  type Budget,
  type BudgetUnit,
  type BudgetWindow,
  PERIODS,
  UNITS,
  getUnit,
  listWindows,
  toBudget,
} from './budget-value.js';

const MAX_WINDOWS = 8;

interface BudgetEditorProps {
  label: string;
  placeholder: string | undefined;
  disabled: boolean;
  error: ReactNode;
  value: Budget | null;
  onChange: (value: Budget | null) => void;
}

/** Edits the windows of a budget. All windows apply at the same time. */
export function BudgetEditor({ value, onChange, ...texts }: BudgetEditorProps) {
  const [isAdding, setAdding] = useState(false);
  const windows = listWindows(value);
  const hasBlank = isAdding || windows.length === 0;
  const change = (index: number, window: BudgetWindow | undefined): void => {
    setAdding(false);
    onChange(toBudget(windows.toSpliced(index, 1, ...(window === undefined ? [] : [window]))));
  };
  return (
    <Stack gap="xs">
      {windows.map((window, index) => (
        <WindowRow
          key={index}
          {...texts}
          {...(index === 0 ? {} : { error: undefined })}
          window={window}
          onChange={(changed) => change(index, changed)}
        />
      ))}
      {hasBlank ? (
        <WindowRow
          key={windows.length}
          {...texts}
          window={undefined}
          onChange={(added) => change(windows.length, added)}
        />
      ) : null}
      {hasBlank || texts.disabled || windows.length >= MAX_WINDOWS ? null : (
        <Group>
          <Button variant="subtle" size="compact-sm" onClick={() => setAdding(true)}>
            Add another budget
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface WindowRowProps extends Omit<BudgetEditorProps, 'value' | 'onChange'> {
  /** Undefined for a new, empty row. */
  window: BudgetWindow | undefined;
  onChange: (window: BudgetWindow | undefined) => void;
}

/** Clearing the amount removes the window. */
function WindowRow({ label, placeholder, disabled, error, window, onChange }: WindowRowProps) {
  const [chosenUnit, setChosenUnit] = useState<BudgetUnit>('usd');
  const unit = window === undefined ? chosenUnit : getUnit(window);
  const period = window === undefined ? 'monthly' : (window.period ?? 'total');
  const chooseUnit = (chosen: BudgetUnit): void => {
    setChosenUnit(chosen);
    if (window !== undefined) onChange({ [chosen]: window[unit], period });
  };
  const isListed = PERIODS.some(({ value }) => value === period);
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <NumberField
        style={{ flex: 1 }}
        aria-label={unit === 'usd' ? `${label}, in US dollars` : `${label}, in ${unit}`}
        placeholder={placeholder}
        {...(unit === 'usd' ? { prefix: '$' } : { allowDecimal: false })}
        min={0}
        disabled={disabled}
        error={error}
        value={window?.[unit] ?? ''}
        onChange={(amount) => onChange(typeof amount === 'number' ? { [unit]: amount, period } : undefined)}
      />
      <Select
        style={{ flex: 1 }}
        aria-label={`${label} unit`}
        data={[...UNITS]}
        value={unit}
        allowDeselect={false}
        disabled={disabled}
        onChange={(chosen) => chosen !== null && chooseUnit(chosen)}
      />
      {window === undefined ? null : (
        <>
          <Select
            style={{ flex: 1 }}
            aria-label={`${label} period`}
            data={isListed ? [...PERIODS] : [...PERIODS, { value: period, label: `Any ${period}` }]}
            value={period}
            allowDeselect={false}
            disabled={disabled}
            onChange={(chosen) => chosen !== null && onChange({ ...window, period: chosen })}
          />
          <CloseButton
            aria-label="Remove this budget"
            disabled={disabled}
            onClick={() => onChange(undefined)}
          />
        </>
      )}
    </Group>
  );
}
