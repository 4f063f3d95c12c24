import {
  Autocomplete,
  Checkbox,
  NumberInput,
  SegmentedControl,
  Stack,
  Switch,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { type Schema, api, getAnswer } from '../../../api/client.js';
import { LimitInput } from '../../../kit/forms/limit-input.js';
import { ModelListInput } from '../../catalog/model-list-input.js';
import { type Budget, BudgetControl, type ControlProps } from './budget-control.js';
import { type SettingEntry } from './setting-catalog.js';
import { type SettingValue } from './setting-values.js';

/** As a form gives it to its inputs. */
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
  { value: 'flag', label: 'Only note' },
] satisfies { value: Moderation['action']; label: string }[];

export function SettingControl({ entry, field, disabled }: SettingControlProps) {
  const { error, onChange } = field;
  const props = { label: entry.title, placeholder: entry.whenEmpty, disabled, error, onChange };
  switch (entry.kind) {
    case 'days':
      return <DaysControl {...props} value={field.value as number | null} />;
    case 'limit':
      return <NumberControl {...props} value={field.value as number | null} />;
    case 'size':
      return <SizeControl {...props} value={field.value as string | null} />;
    case 'flag':
      return <FlagControl {...props} value={field.value as boolean | null} />;
    case 'budget':
      return <BudgetControl {...props} value={field.value as Budget | null} />;
    case 'models':
      return <ModelsControl {...props} value={field.value as string[] | null} />;
    case 'moderation':
      return <ModerationControl {...props} value={field.value as Moderation | null} />;
    case 'redaction':
      return <RedactionControl {...props} value={field.value as string[] | null} />;
  }
}

function DaysControl({ label, value, onChange, ...props }: ControlProps<number>) {
  return (
    <NumberInput
      {...props}
      aria-label={`${label}, in days`}
      placeholder="The default"
      suffix=" days"
      min={1}
      allowDecimal={false}
      allowNegative={false}
      value={value ?? ''}
      onChange={(days) => onChange(typeof days === 'number' ? days : null)}
    />
  );
}

function NumberControl({ label, value, onChange, ...props }: ControlProps<number>) {
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
      placeholder={`${placeholder}, or such as 1024x1024`}
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

const REDACTED: readonly { value: RedactedKind; label: string }[] = [
  { value: 'email', label: 'E-mail addresses' },
  { value: 'card', label: 'Card numbers' },
  { value: 'phone', label: 'Telephone numbers' },
];

function RedactionControl({ label, value, onChange, disabled, error }: ControlProps<string[]>) {
  return (
    <Checkbox.Group
      aria-label={label}
      error={error}
      value={value ?? []}
      onChange={(kinds) => onChange(kinds.length === 0 ? null : kinds)}
    >
      {REDACTED.map((kind) => (
        <Checkbox key={kind.value} {...kind} disabled={disabled} mb="xs" />
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
        aria-label={`${label}: the model`}
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
          aria-label="What happens to a request that it finds something in"
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
      getAnswer(api.GET('/api/models', { params: { query: { capability: 'moderation', limit: 100 } } })),
  });
  return (data?.data ?? []).map(({ id }) => id);
}
