import { MultiSelect, SimpleGrid, Stack, Switch, TagsInput, TextInput } from '@mantine/core';
import { type ReactNode } from 'react';
import { submitTo } from '../../kit/forms/field-errors.js';
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
  /** The ends of the keys that are stored already. */
  storedKeys: readonly string[];
  /** The secrets of its identity that are. */
  storedAuth?: readonly string[];
  onSubmit: (values: ChannelFormValues) => void;
  /** What the gateway would refuse, beside what this form finds wrong itself. */
  findOtherErrors: (values: ChannelFormValues) => Promise<Record<string, string>>;
  error: Error | null;
  actions: FormActionsProps;
  children?: ReactNode;
}

const ADVANCED = [
  'priority',
  'weight',
  'maxConcurrency',
  'maxConnections',
  'promptCaching',
  'repair',
  'believeUpstreamCost',
  'formats',
  'headers',
  'connectMs',
  'firstByteMs',
  'idleMs',
  'wholeMs',
];

interface AccountFieldsProps {
  form: ChannelFormState;
  provider: Provider;
  storedKeys: readonly string[];
  storedAuth: readonly string[];
  /** Whether the form begins here. */
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

/** `children` come first: what has to be chosen before the rest is known. */
export function ChannelForm(props: ChannelFormProps) {
  const { form, provider, storedKeys, storedAuth = [], error, actions, children } = props;
  const formats = useFormats();
  useUnsavedWarning(form, actions.isSubmitting);
  return (
    <form onSubmit={submitTo(form, props.onSubmit, props.findOtherErrors)} noValidate>
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
          mustOpen={ADVANCED.some((field) => form.errors[field] !== undefined)}
        >
          <Routing form={form} />
          <Timeouts form={form} />
          <Switch
            label="Prompt caching"
            description="Conversations that are translated for an Anthropic model get cache breakpoints."
            {...form.getInputProps('promptCaching', { type: 'checkbox' })}
          />
          <Switch
            label="Leave out what models refuse"
            description="Also where a request could go on as it came. The answer says what was left out."
            {...form.getInputProps('repair', { type: 'checkbox' })}
          />
          <Switch
            label="Believe its costs"
            description="Requests cost what the service itself says that they do, where it says so."
            {...form.getInputProps('believeUpstreamCost', { type: 'checkbox' })}
          />
          <MultiSelect
            label="Formats"
            description="Only where the service speaks others than its kind usually does."
            placeholder={form.values.formats.length === 0 ? 'What the provider speaks' : undefined}
            data={formats}
            clearable
            searchable
            {...form.getInputProps('formats')}
          />
          <PairListInput
            label="Extra headers"
            description="Sent with every request. Values that are credentials are not shown again."
            sides={{ name: 'Header', value: 'Value', nameExample: 'x-team', valueExample: 'unchanged' }}
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

/** All that any provider speaks: a server may speak what others of its kind do not. */
function useFormats(): string[] {
  const { data: providers = [] } = useProviders();
  return [...new Set(providers.flatMap(({ formats }) => formats))].toSorted();
}

function Routing({ form }: { form: ChannelFormState }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <LimitInput
        label="Priority"
        description="Higher is tried first"
        min={-1_000_000}
        placeholder="0"
        {...form.getInputProps('priority')}
      />
      <LimitInput
        label="Weight"
        description="Share among equals"
        placeholder="1"
        {...form.getInputProps('weight')}
      />
      <LimitInput
        label="Concurrent requests"
        description="More wait or go elsewhere"
        {...form.getInputProps('maxConcurrency')}
      />
      <LimitInput
        label="Concurrent connections"
        description="To its address; more are refused or go elsewhere"
        placeholder="10 000"
        {...form.getInputProps('maxConnections')}
      />
    </SimpleGrid>
  );
}

function Timeouts({ form }: { form: ChannelFormState }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <LimitInput
        label="Connect within"
        suffix=" ms"
        placeholder="5 000 ms"
        {...form.getInputProps('connectMs')}
      />
      <LimitInput
        label="First event within"
        suffix=" ms"
        placeholder="300 000 ms"
        {...form.getInputProps('firstByteMs')}
      />
      <LimitInput
        label="Longest pause in a stream"
        suffix=" ms"
        placeholder="300 000 ms"
        {...form.getInputProps('idleMs')}
      />
      <LimitInput
        label="Whole answer within"
        suffix=" ms"
        placeholder="600 000 ms"
        {...form.getInputProps('wholeMs')}
      />
    </SimpleGrid>
  );
}

/** What has to be known of an account, as its provider says. */
function AccountFields({ form, provider, storedKeys, storedAuth, isFirst }: AccountFieldsProps) {
  const first = useFirstFocus(isFirst);
  return (
    <FormSection title="Account" description={`At ${provider.label}.`}>
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
            // An identity stands in the place of keys.
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
      description={stored.length === 0 ? (help ?? undefined) : storedNote(stored)}
      placeholder={stored.length === 0 ? undefined : 'Stored, and not shown again'}
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

function storedNote(stored: readonly string[]): string {
  const what = stored.length === 1 ? 'One key is stored' : `${stored.length} keys are stored`;
  return `${what} (${stored.join(', ')}). What you type here replaces ${stored.length === 1 ? 'it' : 'all of them'}.`;
}

function ModelsFields({ form, provider }: ModelsFieldsProps) {
  return (
    <FormSection
      title="Models"
      description={
        provider.lists_models
          ? 'The names that clients use. Once the channel is saved, you can pick from the list of its service.'
          : 'The names that clients use.'
      }
    >
      <TagsInput
        label="Models"
        description="A * at the end stands for any ending, such as gpt-*."
        withAsterisk
        data={provider.usual_models}
        splitChars={[',', ' ', '\n']}
        clearable
        {...form.getInputProps('models')}
      />
      <PairListInput
        label="Renamed models"
        description="Where clients use another name than the service does."
        sides={{
          name: 'Name for clients',
          value: 'Name at the service',
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
