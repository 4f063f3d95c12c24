import {
  JsonInput,
  MultiSelect,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TagsInput,
  TextInput,
} from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useNavigate, useParams } from 'react-router';
import { type Schema, api, unwrapResponse } from '../../api/client.js';
import { fieldErrors, showErrors, createSubmitHandler } from '../../kit/forms/field-errors.js';
import { FormActions, type FormActionsProps, FormFailure } from '../../kit/forms/form-actions.js';
import { FoldedSection, FormSection } from '../../kit/forms/form-section.js';
import { LimitInput } from '../../kit/forms/limit-input.js';
import { useUnsavedWarning } from '../../kit/leaving/use-unsaved-warning.js';
import { LoadedPage } from '../../kit/loaded.js';
import { notifySuccess } from '../../kit/notify.js';
import { PageHeader } from '../../kit/page-header.js';
import { NumberField } from '../../kit/forms/number-field.js';
import { CAPABILITIES, CAPABILITY_WORDS } from './capability-words.js';
import {
  MODEL_FIELDS,
  type ModelFormValues,
  readOtherRates,
  toSettings,
  toValues,
} from './model-form-values.js';
import { MODELS, type Model, modelList, modelPath, oneModel } from './model-queries.js';
import { NUMBER_RATES, NUMBER_RATE_NAMES } from './price-lines.js';

type ModelFormState = UseFormReturnType<ModelFormValues>;

interface ModelFormProps {
  form: ModelFormState;
  onSubmit: (values: ModelFormValues) => void;
  error: Error | null;
  actions: FormActionsProps;
}

const STRATEGIES = [
  { value: 'priority', label: 'By priority and weight' },
  { value: 'latency', label: 'Fastest first' },
  { value: 'cost', label: 'Cheapest first' },
];

const MAX_NAMES = 200;

export function EditModelPage() {
  const { id = '' } = useParams();
  return (
    <LoadedPage
      query={useQuery(oneModel(id))}
      title="Model"
      list={{ label: 'Models', to: '/models' }}
      maw="48rem"
    >
      {(model) => (model.read_only ? <Navigate to={modelPath(id)} replace /> : <EditModel model={model} />)}
    </LoadedPage>
  );
}

function EditModel({ model }: { model: Model }) {
  const { id } = model;
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useModelForm(toValues(model));
  const change = useMutation({
    mutationFn: (body: Schema<'ModelSettingsInput'>) =>
      unwrapResponse(api.PUT('/api/models/{id}', { params: { path: { id } }, body })),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: MODELS });
      notifySuccess('Model saved.');
      await navigate(modelPath(id));
    },
    onError: (error) => showErrors(form, fieldErrors(error, MODEL_FIELDS)),
  });
  return (
    <>
      <PageHeader title={`Edit ${id}`} description="Your settings override the built-in ones." />
      <ModelForm
        form={form}
        onSubmit={(values) => change.mutate(toSettings(values))}
        error={change.error}
        actions={{ submit: 'Save', isSubmitting: change.isPending, cancelTo: modelPath(id) }}
      />
    </>
  );
}

function useModelForm(initialValues: ModelFormValues): ModelFormState {
  return useForm<ModelFormValues>({
    initialValues,
    validate: {
      otherRates: (text) => (readOtherRates(text) === undefined ? 'Enter a JSON object.' : null),
    },
  });
}

function ModelForm({ form, onSubmit, error, actions }: ModelFormProps) {
  useUnsavedWarning(form, actions.isSubmitting);
  return (
    <form onSubmit={createSubmitHandler(form, onSubmit)} noValidate>
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
    <FormSection title="Price" description="In US dollars. Applies to new requests only.">
      <Switch label="Set a custom price" {...form.getInputProps('hasOwnPrice', { type: 'checkbox' })} />
      {form.values.hasOwnPrice ? (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }}>
            {NUMBER_RATE_NAMES.map((name) => (
              <NumberField
                key={name}
                label={NUMBER_RATES[name].label}
                description={NUMBER_RATES[name].unit}
                prefix="$"
                maxDecimals={12}
                placeholder="None"
                min={0}
                {...form.getInputProps(`rates.${name}`)}
              />
            ))}
          </SimpleGrid>
          <JsonInput
            label="Other rates"
            description='Rates by image or video size, context length or service tier, as JSON: {"per_image": {"default": 0.04}}'
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

function RoutingFields({ form }: { form: ModelFormState }) {
  const { data } = useQuery(modelList({ limit: MAX_NAMES }));
  return (
    <FormSection title="Routing">
      <Select
        label="Channel selection"
        placeholder="By priority and weight"
        data={STRATEGIES}
        clearable
        {...form.getInputProps('strategy')}
      />
      <TagsInput
        label="Fallbacks"
        description="Models to try, in this order, if every channel of this model fails."
        data={data?.data.map(({ id }) => id) ?? []}
        clearable
        {...form.getInputProps('fallbacks')}
      />
      <MultiSelect
        label="Capabilities"
        description="Overrides the capabilities in the model catalog. Requests for other capabilities are rejected. If empty, requests are not rejected based on capability."
        placeholder={form.values.capabilities.length === 0 ? 'From the model catalog' : undefined}
        data={CAPABILITIES.map((value) => ({ value, label: CAPABILITY_WORDS[value].label }))}
        clearable
        {...form.getInputProps('capabilities')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <LimitInput
          label="Hedge after"
          description="If no token has arrived by then, also send the request to a second channel"
          suffix="ms"
          placeholder="Never"
          {...form.getInputProps('hedgeMs')}
        />
        <LimitInput
          label="Video deadline"
          description="Video tasks fail after this time"
          suffix="min"
          placeholder="Gateway default"
          {...form.getInputProps('deadlineMinutes')}
        />
      </SimpleGrid>
      <TimeoutFields form={form} />
    </FormSection>
  );
}

function TimeoutFields({ form }: { form: ModelFormState }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }}>
      <LimitInput
        label="First event timeout"
        suffix="ms"
        placeholder="From the channel"
        {...form.getInputProps('firstByteMs')}
      />
      <LimitInput
        label="Stream idle timeout"
        suffix="ms"
        placeholder="From the channel"
        {...form.getInputProps('idleMs')}
      />
      <LimitInput
        label="Response timeout"
        suffix="ms"
        placeholder="From the channel"
        {...form.getInputProps('wholeMs')}
      />
    </SimpleGrid>
  );
}

function RealtimeFields({ form }: { form: ModelFormState }) {
  return (
    <FoldedSection
      title="Realtime"
      summary="Voice sessions with a text-only model"
      mustOpen={form.values.isRealtime}
    >
      <Switch
        label="Host realtime sessions for this model"
        {...form.getInputProps('isRealtime', { type: 'checkbox' })}
      />
      {form.values.isRealtime ? (
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <TextInput
            label="Transcription model"
            placeholder="Gateway default"
            {...form.getInputProps('transcribeModel')}
          />
          <TextInput
            label="Speech model"
            placeholder="Gateway default"
            {...form.getInputProps('speechModel')}
          />
          <TextInput label="Voice" placeholder="Gateway default" {...form.getInputProps('voice')} />
        </SimpleGrid>
      ) : null}
    </FoldedSection>
  );
}
