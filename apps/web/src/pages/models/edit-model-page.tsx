import {
  JsonInput,
  MultiSelect,
  NumberInput,
  Select,
  SimpleGrid,
  Skeleton,
  Stack,
  Switch,
  TagsInput,
  TextInput,
} from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useNavigate, useParams } from 'react-router';
import { type Schema, api, getAnswer } from '../../api/client.js';
import { Failure } from '../../kit/failure.js';
import { fieldErrors, showErrors, submitTo } from '../../kit/forms/field-errors.js';
import { FormActions, type FormActionsProps, FormFailure } from '../../kit/forms/form-actions.js';
import { FoldedSection, FormSection } from '../../kit/forms/form-section.js';
import { LimitInput } from '../../kit/forms/limit-input.js';
import { useUnsavedWarning } from '../../kit/leaving/use-unsaved-warning.js';
import { tellDone } from '../../kit/notify.js';
import { PageHeader } from '../../kit/page-header.js';
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
  { value: 'latency', label: 'The fastest first' },
  { value: 'cost', label: 'The cheapest first' },
];

const MAX_NAMES = 200;

export function EditModelPage() {
  const { id = '' } = useParams();
  const { data: model, error, refetch } = useQuery(oneModel(id));
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (model === undefined) return <Skeleton h={400} maw="48rem" aria-label="Loading" />;
  if (model.read_only) return <Navigate to={modelPath(id)} replace />;
  return <EditModel model={model} />;
}

function EditModel({ model }: { model: Model }) {
  const { id } = model;
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useModelForm(toValues(model));
  const change = useMutation({
    mutationFn: (body: Schema<'ModelSettingsInput'>) =>
      getAnswer(api.PUT('/api/models/{id}', { params: { path: { id } }, body })),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: MODELS });
      tellDone('Model saved.');
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
      otherRates: (text) => (readOtherRates(text) === undefined ? 'This is not a JSON object.' : null),
    },
  });
}

function ModelForm({ form, onSubmit, error, actions }: ModelFormProps) {
  useUnsavedWarning(form, actions.isSubmitting);
  return (
    <form onSubmit={submitTo(form, onSubmit)} noValidate>
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
        label="What it is for"
        description="Corrects what is known of it, and refuses every other kind of request. Where nothing is picked, it is shown for what is known, and nothing is refused."
        placeholder={form.values.capabilities.length === 0 ? 'As far as it is known' : undefined}
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
      <TimeoutFields form={form} />
    </FormSection>
  );
}

function TimeoutFields({ form }: { form: ModelFormState }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }}>
      <LimitInput
        label="First event within"
        suffix=" ms"
        placeholder="As its channel says"
        {...form.getInputProps('firstByteMs')}
      />
      <LimitInput
        label="Longest pause in a stream"
        suffix=" ms"
        placeholder="As its channel says"
        {...form.getInputProps('idleMs')}
      />
      <LimitInput
        label="Whole answer within"
        suffix=" ms"
        placeholder="As its channel says"
        {...form.getInputProps('wholeMs')}
      />
    </SimpleGrid>
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
