import { Autocomplete, SimpleGrid, Stack, TagsInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getAnswer, api } from '../../api/client.js';
import { FoldedSection } from '../../kit/forms/folded-section.js';
import { FormActions, type FormActionsProps } from '../../kit/forms/form-actions.js';
import { FormFailure } from '../../kit/forms/form-failure.js';
import { FormSection } from '../../kit/forms/form-section.js';
import { LimitInput } from '../../kit/forms/limit-input.js';
import { useSession } from '../../session/session-provider.js';
import { BudgetFields } from './budget-fields.js';
import { ExpiryField } from './expiry-field.js';
import { type TokenFormValues } from './token-form-values.js';
import { useOwners } from './use-owners.js';
import { type TokenFormState } from './use-token-form.js';

export interface TokenFormProps {
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

export function TokenForm({ form, onSubmit, error, actions, hasSecret = false }: TokenFormProps) {
  return (
    <form onSubmit={form.onSubmit(onSubmit)} noValidate>
      <Stack maw="48rem">
        <WhoAndWhat form={form} />
        <FormSection title="Budget and pace" description="Leave a field empty where there is to be no limit.">
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
        <FormFailure error={error} fieldErrors={form.errors} />
        <FormActions {...actions} />
      </Stack>
    </form>
  );
}

function WhoAndWhat({ form }: { form: TokenFormState }) {
  const { user } = useSession();
  const isMember = user?.role === 'member';
  const owners = useOwners();
  const models = useModelNames(!isMember);
  return (
    <FormSection title="Who and what">
      <TextInput
        label="Name"
        description="Where it is used, so that you know it again: “website”, “nightly job”."
        withAsterisk
        {...form.getInputProps('name')}
      />
      {isMember ? null : (
        <Autocomplete
          label="Owner"
          description="A person or a team. Tokens of one owner see each other’s tasks and stored responses."
          placeholder="Nobody"
          data={owners}
          {...form.getInputProps('owner')}
        />
      )}
      <TagsInput
        label="Models"
        description="The models it may use. A * at the end stands for any ending, such as gpt-*."
        placeholder={form.values.models.length === 0 ? 'Every model' : undefined}
        data={models}
        clearable
        {...form.getInputProps('models')}
      />
    </FormSection>
  );
}

function Advanced({ form, hasSecret }: { form: TokenFormState; hasSecret: boolean }) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <LimitInput label="Requests at a time" {...form.getInputProps('concurrency')} />
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

/** Members may not list models: they type the names. */
function useModelNames(mayList: boolean): string[] {
  const { data } = useQuery({
    queryKey: ['models', 'names'],
    queryFn: () => getAnswer(api.GET('/api/models', { params: { query: { limit: 200 } } })),
    enabled: mayList,
    staleTime: 60_000,
  });
  return data?.data.map(({ id }) => id) ?? [];
}
