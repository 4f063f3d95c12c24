import { Button, Group, NumberInput, Select, SimpleGrid, Stack, TagsInput, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { submitTo } from '../../kit/forms/field-errors.js';
import { FormActions, type FormActionsProps, FormFailure } from '../../kit/forms/form-actions.js';
import { FoldedSection, FormSection } from '../../kit/forms/form-section.js';
import { LimitInput } from '../../kit/forms/limit-input.js';
import { useFirstFocus } from '../../kit/forms/use-first-focus.js';
import { useUnsavedWarning } from '../../kit/leaving/use-unsaved-warning.js';
import { toLocalMinute } from '../../kit/period/period.js';
import { useSession } from '../../session/session-provider.js';
import { ModelListInput } from '../catalog/model-list-input.js';
import { OwnLimits } from '../catalog/own-limits.js';
import { OwnerPicker } from '../owners/owner-picker.js';
import { type BudgetPeriod } from './budget-period.js';
import { ContentRecordingFields } from './content-recording-fields.js';
import { type TokenFormValues } from './token-form-values.js';

interface TokenFormProps {
  form: TokenFormState;
  onSubmit: (values: TokenFormValues) => void;
  error: Error | null;
  actions: FormActionsProps;
  /** Whether calls to its webhook are signed already, with a secret that is not shown. */
  hasSecret?: boolean;
}

const ADVANCED = [
  'concurrency',
  'requestsPerDay',
  'allowedIps',
  'webhookUrl',
  'webhookSecret',
  'cacheTtlSeconds',
];

type TokenFormState = UseFormReturnType<TokenFormValues>;

const PERIODS: { value: BudgetPeriod; label: string }[] = [
  { value: 'monthly', label: 'Every month' },
  { value: 'daily', label: 'Every day' },
  { value: 'total', label: 'Once, for good' },
];

const DAY_MS = 86_400_000;

const EXPIRY_CHOICES = [
  { label: '30 days', days: 30 },
  { label: '90 days', days: 90 },
  { label: '1 year', days: 365 },
] as const;

export function TokenForm({ form, onSubmit, error, actions, hasSecret = false }: TokenFormProps) {
  const { user } = useSession();
  useUnsavedWarning(form, actions.isSubmitting);
  return (
    <form onSubmit={submitTo(form, onSubmit)} noValidate>
      <Stack maw="48rem">
        {user?.role === 'member' ? <OwnLimits /> : null}
        <WhoAndWhat form={form} />
        <FormSection title="Budget and rate limits" description="Leave a field empty for no limit.">
          <BudgetFields form={form} />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <LimitInput label="Requests per minute" {...form.getInputProps('rpm')} />
            <LimitInput label="Tokens per minute" {...form.getInputProps('tpm')} />
          </SimpleGrid>
          <ExpiryField form={form} />
        </FormSection>
        <FoldedSection
          title="Advanced"
          summary="More limits, allowed addresses, webhook, cache"
          mustOpen={ADVANCED.some((field) => form.errors[field] !== undefined)}
        >
          <Advanced form={form} hasSecret={hasSecret} />
        </FoldedSection>
        <ContentRecordingFields form={form} />
        <FormFailure error={error} fieldErrors={form.errors} />
        <FormActions {...actions} />
      </Stack>
    </form>
  );
}

function WhoAndWhat({ form }: { form: TokenFormState }) {
  const { user } = useSession();
  const isMember = user?.role === 'member';
  const first = useFirstFocus();
  return (
    <FormSection title="Who and what">
      <TextInput
        label="Name"
        description="Where it is used, so that you know it again: “website”, “nightly job”."
        withAsterisk
        {...form.getInputProps('name')}
        ref={first}
      />
      {isMember ? null : (
        <OwnerPicker
          label="Owner"
          description="A person or a team. Tokens of one owner see each other’s tasks and stored responses."
          placeholder="Nobody"
          mayAdd
          {...form.getInputProps('owner')}
          value={form.values.owner || null}
          onChange={(owner) => form.setFieldValue('owner', owner ?? '')}
        />
      )}
      <ModelListInput
        label="Models"
        description="The models it may use. A * at the end stands for any ending, such as gpt-*."
        placeholder={isMember ? 'Every model that you may use' : 'Every model'}
        {...form.getInputProps('models')}
      />
    </FormSection>
  );
}

function Advanced({ form, hasSecret }: { form: TokenFormState; hasSecret: boolean }) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <LimitInput label="Concurrent requests" {...form.getInputProps('concurrency')} />
        <LimitInput label="Requests per day" {...form.getInputProps('requestsPerDay')} />
      </SimpleGrid>
      <TagsInput
        label="Allowed addresses"
        description="IP addresses or networks that it may be used from, such as 10.0.0.0/8."
        placeholder={form.values.allowedIps.length === 0 ? 'Any address' : undefined}
        clearable
        {...form.getInputProps('allowedIps')}
      />
      <TextInput
        label="Webhook"
        description="Called when a video or a background response of this token is done."
        placeholder="https://example.com/hook"
        type="url"
        {...form.getInputProps('webhookUrl')}
      />
      {form.values.webhookUrl === '' ? null : (
        <TextInput
          label="Webhook secret"
          description={
            hasSecret
              ? 'Calls are signed with a secret already. Fill this in only to replace it.'
              : 'What calls are signed with. Leave it empty to have one made, which is shown once.'
          }
          placeholder="whsec_…"
          autoComplete="off"
          {...form.getInputProps('webhookSecret')}
        />
      )}
      <LimitInput
        label="Cache answers for"
        description="Equal requests get the same answer again for so many seconds."
        suffix=" s"
        min={0}
        placeholder="As the gateway does"
        {...form.getInputProps('cacheTtlSeconds')}
      />
    </>
  );
}

export function useTokenForm(initialValues: TokenFormValues): TokenFormState {
  return useForm<TokenFormValues>({
    initialValues,
    validate: {
      name: (name) => (name.trim() === '' ? 'Give the token a name.' : null),
      contentDays: (days, { isRecorded }) =>
        isRecorded && days === '' ? 'Say after how many days it is deleted.' : null,
    },
  });
}

function BudgetFields({ form }: { form: TokenFormState }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <NumberInput
        label="Budget"
        placeholder="No budget"
        prefix="$"
        min={0}
        decimalScale={6}
        hideControls
        thousandSeparator=" "
        {...form.getInputProps('budgetUsd')}
      />
      <Select
        label="Budget resets"
        data={PERIODS}
        allowDeselect={false}
        disabled={form.values.budgetUsd === ''}
        {...form.getInputProps('budgetPeriod')}
      />
    </SimpleGrid>
  );
}

function ExpiryField({ form }: { form: TokenFormState }) {
  const expireIn = (days: number) => form.setFieldValue('expiresAt', inDays(days));
  return (
    <div>
      <TextInput
        label="Expires"
        description="Requests are refused after this date. Leave empty for no expiry."
        type="datetime-local"
        {...form.getInputProps('expiresAt')}
      />
      <Group gap={4} mt={6}>
        {EXPIRY_CHOICES.map(({ label, days }) => (
          <Button
            key={label}
            size="compact-xs"
            variant="default"
            aria-label={`Expires in ${label}`}
            onClick={() => expireIn(days)}
          >
            {label}
          </Button>
        ))}
        {form.values.expiresAt === '' ? null : (
          <Button size="compact-xs" variant="subtle" onClick={() => form.setFieldValue('expiresAt', '')}>
            Never
          </Button>
        )}
      </Group>
    </div>
  );
}

function inDays(days: number): string {
  return toLocalMinute(new Date(Date.now() + days * DAY_MS).toISOString());
}
