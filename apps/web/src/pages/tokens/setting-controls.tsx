import { Input, TagsInput, TextInput } from '@mantine/core';
import { type ComponentType } from 'react';
import { BudgetEditor } from '../../kit/budget/budget-editor.js';
import { LimitInput } from '../../kit/forms/limit-input.js';
import { useSession } from '../../session/session-provider.js';
import { ModelListInput } from '../catalog/model-list-input.js';
import { OwnerPicker } from '../owners/owner-picker.js';
import { RetentionControl } from './content-recording-fields.js';
import { type ControlProps, getValue } from './control-props.js';
import { MomentControl } from './moment-control.js';
import { type FieldKind, getTexts } from './token-fields.js';
import { settingPath } from './token-form-values.js';

const UNITS: Readonly<Record<string, string>> = { seconds: 's' };

/** The form control for each kind of setting. */
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

/** Hidden for members, because they always own their tokens. */
function OwnerControl({ field, form }: ControlProps) {
  const { user } = useSession();
  const path = settingPath(field.name);
  if (user?.role === 'member') return null;
  return (
    <OwnerPicker
      {...getTexts(field)}
      canAdd
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
  const { label, placeholder, description } = getTexts(field);
  const path = settingPath(field.name);
  return (
    <Input.Wrapper label={label} labelElement="div" description={description}>
      <BudgetEditor
        label={label}
        placeholder={placeholder}
        disabled={false}
        error={form.errors[path]}
        value={getValue<'budget'>(form, field)}
        onChange={(budget) => form.setFieldValue(path, budget)}
      />
    </Input.Wrapper>
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
