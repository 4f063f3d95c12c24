import { Autocomplete, Checkbox, Stack, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode } from 'react';
import { SegmentedControl } from '../../../kit/segmented-control.js';
import { type Schema, api, unwrapResponse } from '../../../api/client.js';
import { LimitInput } from '../../../kit/forms/limit-input.js';
import { NumberField } from '../../../kit/forms/number-field.js';
import { ModelListInput } from '../../catalog/model-list-input.js';
import { type Budget } from '../../../kit/budget/budget-value.js';
import { BudgetControl, type ControlProps } from './budget-control.js';
import { type SettingEntry, type SettingKind } from './setting-catalog.js';
import { type SettingValue } from './setting-values.js';

/** The input props that the form provides. */
export interface SettingField {
  value?: unknown;
  onChange: (value: SettingValue) => void;
  error?: ReactNode;
}

interface SettingControlProps {
  entry: SettingEntry;
  field: SettingField;
  disabled: boolean;
}

type Moderation = Schema<'ModerationSettings'>;

const ACTIONS = [
  { value: 'block', label: 'Refuse' },
  { value: 'flag', label: 'Flag only' },
] satisfies { value: Moderation['action']; label: string }[];

interface RangedProps<Value> extends ControlProps<Value> {
  min: number | undefined;
  max: number | undefined;
}

interface ControlValues {
  flag: boolean;
  count: number;
  days: number;
  quota: number;
  size: string;
  budget: Budget;
  models: string[];
  moderation: Moderation;
  redaction: string[];
}

/** The form control for each kind of setting. */
const CONTROLS: { readonly [Kind in SettingKind]: ComponentType<RangedProps<ControlValues[Kind]>> } = {
  flag: FlagControl,
  count: NumberControl,
  days: DaysControl,
  quota: NumberControl,
  size: SizeControl,
  budget: BudgetControl,
  models: ModelsControl,
  moderation: ModerationControl,
  redaction: RedactionControl,
};

export function SettingControl({ entry, field, disabled }: SettingControlProps) {
  const Control = CONTROLS[entry.kind] as unknown as ComponentType<RangedProps<SettingValue>>;
  return (
    <Control
      label={entry.label}
      placeholder={entry.when_empty ?? undefined}
      min={entry.min ?? undefined}
      max={entry.max ?? undefined}
      disabled={disabled}
      error={field.error}
      value={field.value as SettingValue}
      onChange={field.onChange}
    />
  );
}

function DaysControl({ label, value, onChange, ...props }: RangedProps<number>) {
  return (
    <NumberField
      {...props}
      aria-label={`${label}, in days`}
      suffix="days"
      maxDecimals={0}
      value={value ?? ''}
      onChange={(days) => onChange(typeof days === 'number' ? days : null)}
    />
  );
}

function NumberControl({ label, value, onChange, ...props }: RangedProps<number>) {
  return (
    <LimitInput
      {...props}
      aria-label={label}
      value={value ?? ''}
      onChange={(limit) => onChange(typeof limit === 'number' ? limit : null)}
    />
  );
}

function SizeControl({ label, value, onChange, placeholder, ...props }: ControlProps<string>) {
  return (
    <TextInput
      {...props}
      aria-label={label}
      placeholder={`${placeholder}, or e.g. 1024x1024`}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value.trim() || null)}
    />
  );
}

function FlagControl({ label, value, onChange, disabled, error }: ControlProps<boolean>) {
  return (
    <Switch
      label={value === true ? 'On' : 'Off'}
      aria-label={label}
      disabled={disabled}
      error={error}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

function ModelsControl({ label, value, onChange, ...props }: ControlProps<string[]>) {
  return (
    <ModelListInput
      {...props}
      aria-label={label}
      value={value ?? []}
      onChange={(models) => onChange(models.length === 0 ? null : models)}
    />
  );
}

type RedactedKind = NonNullable<Schema<'PoliciesSettings'>['redact']>[number];

const REDACTED_LABELS: Readonly<Record<RedactedKind, string>> = {
  email: 'E-mail addresses',
  card: 'Card numbers',
  phone: 'Phone numbers',
};

function RedactionControl({ label, value, onChange, disabled, error }: ControlProps<string[]>) {
  return (
    <Checkbox.Group
      aria-label={label}
      error={error}
      value={value ?? []}
      onChange={(kinds) => onChange(kinds.length === 0 ? null : kinds)}
    >
      {Object.entries(REDACTED_LABELS).map(([kind, kindLabel]) => (
        <Checkbox key={kind} value={kind} label={kindLabel} disabled={disabled} mb="xs" />
      ))}
    </Checkbox.Group>
  );
}

function ModerationControl(props: ControlProps<Moderation>) {
  const { label, placeholder, value, onChange, disabled, error } = props;
  const models = useModerationModels();
  const action = value?.action ?? 'block';
  return (
    <Stack gap="xs">
      <Autocomplete
        aria-label={`${label}: model`}
        placeholder={placeholder}
        data={models}
        disabled={disabled}
        error={error}
        value={value?.model ?? ''}
        onChange={(model) => onChange(model.trim() === '' ? null : { model: model.trim(), action })}
      />
      {value === null ? null : (
        <SegmentedControl
          fullWidth
          aria-label="Action for flagged requests"
          data={ACTIONS}
          value={action}
          disabled={disabled}
          onChange={(chosen) => onChange({ ...value, action: chosen })}
        />
      )}
    </Stack>
  );
}

function useModerationModels(): string[] {
  const { data } = useQuery({
    queryKey: ['models', 'for-moderation'],
    queryFn: () =>
      unwrapResponse(api.GET('/api/models', { params: { query: { capability: 'moderation', limit: 100 } } })),
  });
  return (data?.data ?? []).map(({ id }) => id);
}
