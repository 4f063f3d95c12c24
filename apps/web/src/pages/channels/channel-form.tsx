import { MultiSelect, SimpleGrid, Stack } from '@mantine/core';
import { type ReactNode } from 'react';
import { FoldedSection } from '../../kit/forms/folded-section.js';
import { FormActions, type FormActionsProps } from '../../kit/forms/form-actions.js';
import { FormFailure } from '../../kit/forms/form-failure.js';
import { LimitInput } from '../../kit/forms/limit-input.js';
import { PairListInput } from '../../kit/forms/pair-list-input.js';
import { AccountFields } from './account-fields.js';
import { type ChannelFormValues } from './channel-form-values.js';
import { type Provider, useProviders } from './channel-queries.js';
import { ModelsFields } from './models-fields.js';
import { type ChannelFormState } from './use-channel-form.js';

export interface ChannelFormProps {
  form: ChannelFormState;
  provider: Provider;
  /** The ends of the keys that are stored already. */
  storedKeys: readonly string[];
  onSubmit: (values: ChannelFormValues) => void;
  error: Error | null;
  actions: FormActionsProps;
  children?: ReactNode;
}

const ADVANCED = [
  'priority',
  'weight',
  'maxConcurrency',
  'maxConnections',
  'formats',
  'headers',
  'connectMs',
  'firstByteMs',
  'idleMs',
  'wholeMs',
];

/** `children` come first: what has to be chosen before the rest is known. */
export function ChannelForm(props: ChannelFormProps) {
  const { form, provider, storedKeys, onSubmit, error, actions, children } = props;
  const formats = useFormats();
  return (
    <form onSubmit={form.onSubmit(onSubmit)} noValidate>
      <Stack maw="48rem">
        {children}
        <AccountFields form={form} provider={provider} storedKeys={storedKeys} />
        <ModelsFields form={form} provider={provider} />
        <FoldedSection
          title="Advanced"
          summary="Priority, weight, limits, timeouts, headers"
          mustOpen={ADVANCED.some((field) => form.errors[field] !== undefined)}
        >
          <Routing form={form} />
          <Timeouts form={form} />
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
        label="Requests at a time"
        description="More wait or go elsewhere"
        {...form.getInputProps('maxConcurrency')}
      />
      <LimitInput
        label="Connections at a time"
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
