import {
  JsonInput,
  MultiSelect,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TagsInput,
  TextInput,
} from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { FoldedSection } from '../../kit/forms/folded-section.js';
import { FormActions, type FormActionsProps } from '../../kit/forms/form-actions.js';
import { FormFailure } from '../../kit/forms/form-failure.js';
import { FormSection } from '../../kit/forms/form-section.js';
import { LimitInput } from '../../kit/forms/limit-input.js';
import { CAPABILITIES, CAPABILITY_WORDS } from './capability-words.js';
import { type ModelFormValues, readOtherRates } from './model-form-values.js';
import { modelList } from './model-queries.js';
import { NUMBER_RATES, NUMBER_RATE_NAMES } from './price-lines.js';

type ModelFormState = UseFormReturnType<ModelFormValues>;

export function useModelForm(initialValues: ModelFormValues): ModelFormState {
  return useForm<ModelFormValues>({
    initialValues,
    validate: {
      otherRates: (text) => (readOtherRates(text) === undefined ? 'This is not a JSON object.' : null),
    },
  });
}

export interface ModelFormProps {
  form: ModelFormState;
  onSubmit: (values: ModelFormValues) => void;
  error: Error | null;
  actions: FormActionsProps;
}

export function ModelForm({ form, onSubmit, error, actions }: ModelFormProps) {
  return (
    <form onSubmit={form.onSubmit(onSubmit)} noValidate>
      <Stack maw="48rem">
        <PriceFields form={form} />
        <RoutingFields form={form} />
        <RealtimeFields form={form} />
        <FormFailure error={error} fieldErrors={form.errors} />
        <FormActions {...actions} />
      </Stack>
    </form>
  );
}

function PriceFields({ form }: { form: ModelFormState }) {
  return (
    <FormSection title="Price" description="In US dollars. What was charged before stays as it was.">
      <Switch label="Set a price of your own" {...form.getInputProps('hasOwnPrice', { type: 'checkbox' })} />
      {form.values.hasOwnPrice ? (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }}>
            {NUMBER_RATE_NAMES.map((name) => (
              <NumberInput
                key={name}
                label={NUMBER_RATES[name].label}
                description={NUMBER_RATES[name].unit}
                prefix="$"
                placeholder="None"
                min={0}
                hideControls
                {...form.getInputProps(`rates.${name}`)}
              />
            ))}
          </SimpleGrid>
          <JsonInput
            label="Other rates"
            description='By size, in tiers or in batches, as JSON: {"per_image": {"default": 0.04}}'
            autosize
            minRows={2}
            formatOnBlur
            {...form.getInputProps('otherRates')}
          />
        </>
      ) : null}
    </FormSection>
  );
}

const STRATEGIES = [
  { value: 'priority', label: 'By priority and weight' },
  { value: 'latency', label: 'The fastest first' },
  { value: 'cost', label: 'The cheapest first' },
];

const MAX_NAMES = 200;

function RoutingFields({ form }: { form: ModelFormState }) {
  const { data } = useQuery(modelList({ limit: MAX_NAMES }));
  return (
    <FormSection title="Routing">
      <Select
        label="How a channel is chosen"
        placeholder="By priority and weight"
        data={STRATEGIES}
        clearable
        {...form.getInputProps('strategy')}
      />
      <TagsInput
        label="Fallbacks"
        description="Other models to try, in this order, where every channel of this one fails."
        data={data?.data.map(({ id }) => id) ?? []}
        clearable
        {...form.getInputProps('fallbacks')}
      />
      <MultiSelect
        label="May be used for"
        description="All that its channels can do where nothing is picked."
        placeholder={form.values.capabilities.length === 0 ? 'Everything' : undefined}
        data={CAPABILITIES.map((value) => ({ value, label: CAPABILITY_WORDS[value].label }))}
        clearable
        {...form.getInputProps('capabilities')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <LimitInput
          label="Race a second channel after"
          description="Where no first token has come by then"
          suffix=" ms"
          placeholder="Never"
          {...form.getInputProps('hedgeMs')}
        />
        <LimitInput
          label="A video may take"
          description="Then it counts as failed"
          suffix=" min"
          placeholder="As the gateway does"
          {...form.getInputProps('deadlineMinutes')}
        />
      </SimpleGrid>
    </FormSection>
  );
}

function RealtimeFields({ form }: { form: ModelFormState }) {
  return (
    <FoldedSection
      title="Realtime"
      summary="Let people talk with a model that can only write"
      mustOpen={form.values.isRealtime}
    >
      <Switch
        label="The gateway holds realtime sessions with this model"
        {...form.getInputProps('isRealtime', { type: 'checkbox' })}
      />
      {form.values.isRealtime ? (
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <TextInput
            label="Model that listens"
            placeholder="The general one"
            {...form.getInputProps('transcribeModel')}
          />
          <TextInput
            label="Model that speaks"
            placeholder="The general one"
            {...form.getInputProps('speechModel')}
          />
          <TextInput label="Voice" placeholder="The general one" {...form.getInputProps('voice')} />
        </SimpleGrid>
      ) : null}
    </FoldedSection>
  );
}
