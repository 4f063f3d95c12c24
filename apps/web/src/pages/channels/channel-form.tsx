import { MultiSelect, SimpleGrid, Stack, Switch, TagsInput, TextInput } from '@mantine/core';
import { type ReactNode } from 'react';
import { createSubmitHandler } from '../../kit/forms/field-errors.js';
import { FormActions, type FormActionsProps, FormFailure } from '../../kit/forms/form-actions.js';
import { FoldedSection, FormSection } from '../../kit/forms/form-section.js';
import { LimitInput } from '../../kit/forms/limit-input.js';
import { PairListInput } from '../../kit/forms/pair-list-input.js';
import { SecretListInput } from '../../kit/forms/secret-list-input.js';
import { useFirstFocus } from '../../kit/forms/use-first-focus.js';
import { useUnsavedWarning } from '../../kit/leaving/use-unsaved-warning.js';
import { AuthFields } from './auth-fields.js';
import { type ChannelFormValues, fieldPath } from './channel-form-values.js';
import { type Provider, type ProviderField, useProviders } from './channel-queries.js';
import { ProviderTextInput } from './provider-text-input.js';
import { type ChannelFormState } from './use-channel-form.js';

interface ChannelFormProps {
  form: ChannelFormState;
  provider: Provider;
  /** The last characters of the stored keys. */
  storedKeys: readonly string[];
  /** The names of the stored secrets of the identity. */
  storedAuth?: readonly string[];
  onSubmit: (values: ChannelFormValues) => void;
  /** Finds errors that only the gateway can detect. */
  findOtherErrors: (values: ChannelFormValues) => Promise<Record<string, string>>;
  error: Error | null;
  actions: FormActionsProps;
  children?: ReactNode;
}

/** Whether a field is in the advanced section. The section opens if one of its fields has an error. */
const IS_ADVANCED: Readonly<Record<keyof ChannelFormValues, boolean>> = {
  name: false,
  provider: false,
  texts: false,
  secrets: false,
  hasAuth: false,
  auth: false,
  models: false,
  renamed: false,
  priority: true,
  weight: true,
  maxConcurrency: true,
  maxConnections: true,
  promptCaching: true,
  repair: true,
  believeUpstreamCost: true,
  formats: true,
  headers: true,
  connectMs: true,
  firstByteMs: true,
  idleMs: true,
  wholeMs: true,
};

interface AccountFieldsProps {
  form: ChannelFormState;
  provider: Provider;
  storedKeys: readonly string[];
  storedAuth: readonly string[];
  /** Whether these are the first fields of the form. */
  isFirst: boolean;
}

interface SecretsProps {
  form: ChannelFormState;
  field: ProviderField;
  stored: readonly string[];
}

interface ModelsFieldsProps {
  form: ChannelFormState;
  provider: Provider;
}

/** `children` are shown first, for fields that determine which other fields the form has. */
export function ChannelForm(props: ChannelFormProps) {
  const { form, provider, storedKeys, storedAuth = [], error, actions, children } = props;
  const formats = useFormats();
  useUnsavedWarning(form, actions.isSubmitting);
  return (
    <form onSubmit={createSubmitHandler(form, props.onSubmit, props.findOtherErrors)} noValidate>
      <Stack maw="48rem">
        {children}
        <AccountFields
          form={form}
          provider={provider}
          storedKeys={storedKeys}
          storedAuth={storedAuth}
          isFirst={children === undefined}
        />
        <ModelsFields form={form} provider={provider} />
        <FoldedSection
          title="Advanced"
          summary="Priority, weight, limits, timeouts, headers"
          mustOpen={Object.entries(IS_ADVANCED).some(
            ([field, isAdvanced]) => isAdvanced && form.errors[field] !== undefined,
          )}
        >
          <Routing form={form} />
          <Timeouts form={form} />
          <Switch
            label="Prompt caching"
            description="Add cache breakpoints to requests that are translated for an Anthropic model."
            {...form.getInputProps('promptCaching', { type: 'checkbox' })}
          />
          <Switch
            label="Remove unsupported parameters"
            description="Also from requests that are forwarded unchanged. A response header lists what was removed."
            {...form.getInputProps('repair', { type: 'checkbox' })}
          />
          <Switch
            label="Use costs reported by the provider"
            description="If the provider reports the cost of a request, charge that amount instead of the model's price."
            {...form.getInputProps('believeUpstreamCost', { type: 'checkbox' })}
          />
          <MultiSelect
            label="Formats"
            description="Set this only if the server supports API formats other than the provider's default."
            placeholder={form.values.formats.length === 0 ? 'Provider default' : undefined}
            data={formats}
            clearable
            searchable
            {...form.getInputProps('formats')}
          />
          <PairListInput
            label="Extra headers"
            description="Sent with every request. Values of credential headers are not shown again."
            sides={{ name: 'Header', value: 'Value', nameExample: 'x-team', valueExample: 'platform' }}
            noun="header"
            value={form.values.headers}
            onChange={(headers) => form.setFieldValue('headers', headers)}
            error={form.errors.headers}
          />
        </FoldedSection>
        <FormFailure error={error} fieldErrors={form.errors} />
        <FormActions {...actions} />
      </Stack>
    </form>
  );
}

/** The formats of all providers, because a server can support more formats than its provider declares. */
function useFormats(): string[] {
  const { data: providers = [] } = useProviders();
  return [...new Set(providers.flatMap(({ formats }) => formats))].toSorted();
}

function Routing({ form }: { form: ChannelFormState }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <LimitInput
        label="Priority"
        description="Channels with a higher priority are tried first"
        min={-1_000_000}
        placeholder="0"
        {...form.getInputProps('priority')}
      />
      <LimitInput
        label="Weight"
        description="Share of requests among channels with the same priority"
        placeholder="1"
        {...form.getInputProps('weight')}
      />
      <LimitInput
        label="Concurrent requests"
        description="Further requests wait or use another channel"
        {...form.getInputProps('maxConcurrency')}
      />
      <LimitInput
        label="Concurrent connections"
        description="Per process; further requests fail or use another channel"
        placeholder="10,000"
        {...form.getInputProps('maxConnections')}
      />
    </SimpleGrid>
  );
}

function Timeouts({ form }: { form: ChannelFormState }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <LimitInput
        label="Connect timeout"
        suffix="ms"
        placeholder="5,000 ms"
        {...form.getInputProps('connectMs')}
      />
      <LimitInput
        label="First event timeout"
        suffix="ms"
        placeholder="300,000 ms"
        {...form.getInputProps('firstByteMs')}
      />
      <LimitInput
        label="Stream idle timeout"
        suffix="ms"
        placeholder="300,000 ms"
        {...form.getInputProps('idleMs')}
      />
      <LimitInput
        label="Response timeout"
        suffix="ms"
        placeholder="600,000 ms"
        {...form.getInputProps('wholeMs')}
      />
    </SimpleGrid>
  );
}

/** The name of the channel and the fields that the provider declares. */
function AccountFields({ form, provider, storedKeys, storedAuth, isFirst }: AccountFieldsProps) {
  const first = useFirstFocus(isFirst);
  return (
    <FormSection title="Account" description={`Your account at ${provider.label}.`}>
      <TextInput
        label="Name"
        description="Shown in lists and logs."
        withAsterisk
        {...form.getInputProps('name')}
        ref={first}
      />
      {provider.fields.map((field) => {
        switch (field.type) {
          case 'secrets':
            // An identity replaces the keys.
            if (form.values.hasAuth) return null;
            return <Secrets key={field.name} form={form} field={field} stored={storedKeys} />;
          case 'auth':
            return <AuthFields key={field.name} form={form} field={field} stored={storedAuth} />;
          default:
            return <ProviderTextInput key={field.name} form={form} field={field} />;
        }
      })}
    </FormSection>
  );
}

function Secrets({ form, field: { name, label, type, required, help }, stored }: SecretsProps) {
  const path = fieldPath(name, type);
  return (
    <SecretListInput
      label={label}
      noun="Key"
      description={stored.length === 0 ? (help ?? undefined) : describeStoredKeys(stored)}
      placeholder={stored.length === 0 ? undefined : 'Stored; not shown again'}
      withAsterisk={required && stored.length === 0}
      value={form.values.secrets[name] ?? []}
      onChange={(secrets) => {
        form.setFieldValue('secrets', { ...form.values.secrets, [name]: secrets });
        form.clearFieldError(path);
      }}
      error={form.errors[path]}
      path={path}
    />
  );
}

function describeStoredKeys(stored: readonly string[]): string {
  const what = stored.length === 1 ? 'One key is stored' : `${stored.length} keys are stored`;
  return `${what} (${stored.join(', ')}). Keys you enter here replace ${stored.length === 1 ? 'it' : 'all of them'}.`;
}

function ModelsFields({ form, provider }: ModelsFieldsProps) {
  return (
    <FormSection
      title="Models"
      description={
        provider.lists_models
          ? 'The names that clients use. After you save the channel, you can pick models from the provider’s list.'
          : 'The names that clients use.'
      }
    >
      <TagsInput
        label="Models"
        description="A trailing * matches any ending, as in gpt-*."
        withAsterisk
        data={provider.usual_models}
        splitChars={[',', ' ', '\n']}
        clearable
        {...form.getInputProps('models')}
      />
      <PairListInput
        label="Renamed models"
        description="For models that clients and the provider call by different names."
        sides={{
          name: 'Name for clients',
          value: 'Name at the provider',
          nameExample: 'fast',
          valueExample: provider.usual_models[0]?.replace(/\*$/, 'mini') ?? 'llama-3.2-3b',
        }}
        noun="renamed model"
        value={form.values.renamed}
        onChange={(renamed) => form.setFieldValue('renamed', renamed)}
        error={form.errors.renamed}
      />
    </FormSection>
  );
}
