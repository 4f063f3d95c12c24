import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode } from 'react';
import { createSubmitHandler } from '../../kit/forms/field-errors.js';
import { FormActions, type FormActionsProps, FormFailure } from '../../kit/forms/form-actions.js';
import { FoldedSection, FormSection } from '../../kit/forms/form-section.js';
import { useFirstFocus } from '../../kit/forms/use-first-focus.js';
import { useUnsavedWarning } from '../../kit/leaving/use-unsaved-warning.js';
import { useSession } from '../../session/session-provider.js';
import { OwnLimits } from '../catalog/own-limits.js';
import { type TokenFormState } from './control-props.js';
import { SettingControl } from './setting-controls.js';
import { type FieldGroup, type TokenField, listFields } from './token-fields.js';
import { type FieldValues, type TokenFormValues, settingPath } from './token-form-values.js';

interface TokenFormProps {
  form: TokenFormState;
  groups: readonly FieldGroup[];
  onSubmit: (values: TokenFormValues) => void;
  error: Error | null;
  actions: FormActionsProps;
  /** Whether the webhook already has a signing secret. Its value is never shown. */
  hasSecret?: boolean;
}

export function TokenForm(props: TokenFormProps) {
  const { form, groups, onSubmit, error, actions, hasSecret = false } = props;
  const { user } = useSession();
  const isMember = user?.role === 'member';
  useUnsavedWarning(form, actions.isSubmitting);
  const shown = groups
    .map((group) => ({ ...group, fields: group.fields.filter((field) => !isMember || !field.admin_only) }))
    .filter(({ fields }) => fields.length > 0);
  return (
    <form onSubmit={createSubmitHandler(form, onSubmit)} noValidate>
      <Stack maw="48rem">
        {isMember ? <OwnLimits /> : null}
        {shown.map((group, position) => (
          <Section key={group.id} group={group} form={form}>
            {position === 0 ? <NameInput form={form} /> : null}
            <SettingFields fields={group.fields} form={form} hasSecret={hasSecret} />
          </Section>
        ))}
        <FormFailure error={error} fieldErrors={form.errors} />
        <FormActions {...actions} />
      </Stack>
    </form>
  );
}

interface SectionProps {
  group: FieldGroup;
  form: TokenFormState;
  children: ReactNode;
}

/** A section of the form. A collapsed section opens if one of its settings has an error. */
function Section({ group: { title, description, summary, fields }, form, children }: SectionProps) {
  if (summary === null)
    return (
      <FormSection title={title} {...(description === null ? {} : { description })}>
        {children}
      </FormSection>
    );
  const paths = fields.map(({ name }) => settingPath(name));
  const hasError = Object.keys(form.errors).some((field) => paths.some((path) => isWithin(field, path)));
  return (
    <FoldedSection title={title} summary={summary} mustOpen={hasError}>
      {children}
    </FoldedSection>
  );
}

function isWithin(field: string, path: string): boolean {
  return field === path || field.startsWith(`${path}.`);
}

function NameInput({ form }: { form: TokenFormState }) {
  const first = useFirstFocus();
  return (
    <TextInput
      label="Name"
      description="The application that uses the token, such as “website” or “nightly job”."
      withAsterisk
      {...form.getInputProps('name')}
      ref={first}
    />
  );
}

interface SettingFieldsProps {
  fields: readonly TokenField[];
  form: TokenFormState;
  hasSecret: boolean;
}

/** Short number fields are shown side by side. */
function SettingFields({ fields, form, hasSecret }: SettingFieldsProps) {
  return toRows(fields).map((row) => {
    const controls = row.map((field) => (
      <SettingControl key={field.name} field={field} form={form} hasSecret={hasSecret} />
    ));
    return row.length === 1 ? (
      controls
    ) : (
      <SimpleGrid key={row[0]?.name} cols={{ base: 1, xs: 2 }}>
        {controls}
      </SimpleGrid>
    );
  });
}

function toRows(fields: readonly TokenField[]): TokenField[][] {
  const rows: TokenField[][] = [];
  for (const field of fields) {
    const last = rows.at(-1);
    if (last !== undefined && isShort(field) && last.every(isShort)) last.push(field);
    else rows.push([field]);
  }
  return rows;
}

function isShort({ kind, description }: TokenField): boolean {
  return kind === 'count' && description === null;
}

export function useTokenForm(initialValues: TokenFormValues, groups: readonly FieldGroup[]): TokenFormState {
  return useForm<TokenFormValues>({
    initialValues,
    validate: (values) => ({
      ...(values.name.trim() === '' ? { name: 'Enter a name.' } : {}),
      ...findMissingDays(values, listFields(groups)),
    }),
  });
}

function findMissingDays({ settings }: TokenFormValues, fields: readonly TokenField[]) {
  const missing = fields.filter(({ name, kind }) => {
    const value = settings[name] as FieldValues['retention'];
    return kind === 'retention' && value.isOn && value.ttl_days === '';
  });
  return Object.fromEntries(
    missing.map(({ name }) => [settingPath(name, 'ttl_days'), 'Enter a number of days.']),
  );
}
