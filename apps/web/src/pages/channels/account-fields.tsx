import { TextInput } from '@mantine/core';
import { FormSection } from '../../kit/forms/form-section.js';
import { SecretListInput } from '../../kit/forms/secret-list-input.js';
import { fieldPath } from './channel-form-values.js';
import { type Provider, type ProviderField } from './channel-queries.js';
import { type ChannelFormState } from './use-channel-form.js';

export interface AccountFieldsProps {
  form: ChannelFormState;
  provider: Provider;
  storedKeys: readonly string[];
}

/** What has to be known of an account, as its provider says. */
export function AccountFields({ form, provider, storedKeys }: AccountFieldsProps) {
  return (
    <FormSection title="Account" description={`At ${provider.label}.`}>
      <TextInput
        label="Name"
        description="How this channel is called in lists and logs."
        withAsterisk
        {...form.getInputProps('name')}
      />
      {provider.fields.map((field) =>
        field.type === 'secrets' ? (
          <Secrets key={field.name} form={form} field={field} stored={storedKeys} />
        ) : (
          <OneLine key={field.name} form={form} field={field} />
        ),
      )}
    </FormSection>
  );
}

function OneLine({ form, field }: { form: ChannelFormState; field: ProviderField }) {
  const { name, label, type, required, help } = field;
  const path = fieldPath(name, type);
  return (
    <TextInput
      label={label}
      description={help}
      placeholder={field.default ?? undefined}
      type={type}
      withAsterisk={required}
      {...form.getInputProps(path)}
      value={form.values.texts[name] ?? ''}
    />
  );
}

interface SecretsProps {
  form: ChannelFormState;
  field: ProviderField;
  stored: readonly string[];
}

function Secrets({ form, field: { name, label, type, required, help }, stored }: SecretsProps) {
  const path = fieldPath(name, type);
  return (
    <SecretListInput
      label={label}
      noun="Key"
      description={stored.length === 0 ? (help ?? undefined) : storedNote(stored)}
      placeholder={stored.length === 0 ? undefined : 'Stored, and not shown again'}
      withAsterisk={required && stored.length === 0}
      value={form.values.secrets[name] ?? []}
      onChange={(secrets) => {
        form.setFieldValue('secrets', { ...form.values.secrets, [name]: secrets });
        form.clearFieldError(path);
      }}
      error={form.errors[path]}
    />
  );
}

function storedNote(stored: readonly string[]): string {
  const what = stored.length === 1 ? 'One key is stored' : `${stored.length} keys are stored`;
  return `${what} (${stored.join(', ')}). What you type here replaces ${stored.length === 1 ? 'it' : 'all of them'}.`;
}
