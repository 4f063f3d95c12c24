import { Select, SimpleGrid, TagsInput, TextInput } from '@mantine/core';
import { type ComponentType } from 'react';
import { LimitInput } from '../../kit/forms/limit-input.js';
import { NumberField } from '../../kit/forms/number-field.js';
import { useSession } from '../../session/session-provider.js';
import { ModelListInput } from '../catalog/model-list-input.js';
import { OwnerPicker } from '../owners/owner-picker.js';
import { type BudgetPeriod } from './budget-period.js';
import { RetentionControl } from './content-recording-fields.js';
import { type ControlProps, getValue } from './control-props.js';
import { MomentControl } from './moment-control.js';
import { type FieldKind, getTexts } from './token-fields.js';
import { settingPath } from './token-form-values.js';

const PERIODS: { value: BudgetPeriod; label: string }[] = [
  { value: 'monthly', label: 'Monthly (UTC)' },
  { value: 'daily', label: 'Daily (UTC)' },
  { value: 'total', label: 'Never' },
];

const UNITS: Readonly<Record<string, string>> = { seconds: 's' };

/** The control for a setting of each kind. */
const CONTROLS: Readonly<Record<FieldKind, ComponentType<ControlProps>>> = {
  owner: OwnerControl,
  models: ModelsControl,
  networks: NetworksControl,
  count: CountControl,
  budget: BudgetControl,
  moment: MomentControl,
  webhook: WebhookControl,
  retention: RetentionControl,
};

export function SettingControl(props: ControlProps) {
  const Control = CONTROLS[props.field.kind];
  return <Control {...props} />;
}

/** Members own their tokens, so they choose no owner. */
function OwnerControl({ field, form }: ControlProps) {
  const { user } = useSession();
  const path = settingPath(field.name);
  if (user?.role === 'member') return null;
  return (
    <OwnerPicker
      {...getTexts(field)}
      mayAdd
      {...form.getInputProps(path)}
      value={getValue<'owner'>(form, field) || null}
      onChange={(owner) => form.setFieldValue(path, owner ?? '')}
    />
  );
}

function ModelsControl({ field, form }: ControlProps) {
  const { user } = useSession();
  const placeholder = user?.role === 'member' ? 'All models that you may use' : (field.when_empty ?? '');
  return (
    <ModelListInput
      {...getTexts(field)}
      placeholder={placeholder}
      {...form.getInputProps(settingPath(field.name))}
    />
  );
}

function NetworksControl({ field, form }: ControlProps) {
  const { placeholder, ...texts } = getTexts(field);
  const isEmpty = getValue<'networks'>(form, field).length === 0;
  return (
    <TagsInput
      {...texts}
      {...(isEmpty && placeholder !== undefined ? { placeholder } : {})}
      clearable
      {...form.getInputProps(settingPath(field.name))}
    />
  );
}

function CountControl({ field, form }: ControlProps) {
  const suffix = UNITS[field.unit ?? ''];
  return (
    <LimitInput
      {...getTexts(field)}
      min={field.min ?? undefined}
      {...(suffix === undefined ? {} : { suffix })}
      {...form.getInputProps(settingPath(field.name))}
    />
  );
}

function BudgetControl({ field, form }: ControlProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <NumberField
        {...getTexts(field)}
        prefix="$"
        min={0}
        {...form.getInputProps(settingPath(field.name, 'usd'))}
      />
      <Select
        label={`${field.label} resets`}
        data={PERIODS}
        allowDeselect={false}
        disabled={getValue<'budget'>(form, field).usd === ''}
        {...form.getInputProps(settingPath(field.name, 'period'))}
      />
    </SimpleGrid>
  );
}

function WebhookControl({ field, form, hasSecret }: ControlProps) {
  return (
    <>
      <TextInput
        {...getTexts(field)}
        label={`${field.label} URL`}
        placeholder="https://example.com/hook"
        type="url"
        {...form.getInputProps(settingPath(field.name, 'url'))}
      />
      {getValue<'webhook'>(form, field).url === '' ? null : (
        <TextInput
          label={`${field.label} secret`}
          description={
            hasSecret
              ? 'A secret is set. Enter one only to replace it.'
              : 'Signs webhook calls. Leave empty to generate one, which is shown once.'
          }
          placeholder="whsec_…"
          autoComplete="off"
          {...form.getInputProps(settingPath(field.name, 'secret'))}
        />
      )}
    </>
  );
}
