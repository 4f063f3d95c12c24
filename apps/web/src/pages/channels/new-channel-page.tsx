import { Anchor, Group, Radio, SimpleGrid, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { LoadingPlaceholder } from '../../kit/loading-placeholder.js';
import { type Schema, api, unwrapResponse } from '../../api/client.js';
import { Failure } from '../../kit/failure.js';
import { showErrors } from '../../kit/forms/field-errors.js';
import { FormSection } from '../../kit/forms/form-section.js';
import { useFirstFocus } from '../../kit/forms/use-first-focus.js';
import { PageHeader } from '../../kit/page-header.js';
import { BLANK_CHANNEL, buildNewChannel } from './channel-form-values.js';
import { ChannelForm } from './channel-form.js';
import { type ChannelFormState, useChannelForm } from './use-channel-form.js';
import { CHANNELS, type Provider, useProviders } from './channel-queries.js';
import { findChannelErrors, findOtherErrors } from './find-channel-errors.js';
import { findMissingFields } from './missing-fields.js';
import { clearDraft, findDraft } from './connect/channel-draft.js';
import { summarizeOperations } from './connect/provider-groups.js';
import classes from './provider-choice.module.css';

interface ProviderChoiceProps {
  providers: readonly Provider[];
  value: string;
  onChange: (provider: Provider) => void;
}

export function NewChannelPage() {
  const { data: providers, error, refetch } = useProviders();
  const [params] = useSearchParams();
  const first = providers?.find(({ id }) => id === params.get('provider')) ?? providers?.[0];
  return (
    <>
      <PageHeader
        title="New channel"
        description={
          <>
            All settings of a channel. API keys are stored encrypted and never shown again.{' '}
            <Anchor component={Link} to="/channels/connect" inherit underline="always">
              Quick setup
            </Anchor>
          </>
        }
      />
      {error === null ? null : <Failure error={error} onRetry={() => void refetch()} />}
      {providers === undefined || first === undefined ? (
        <LoadingPlaceholder h={400} maw="48rem" />
      ) : (
        <NewChannel providers={providers} first={first} />
      )}
    </>
  );
}

function NewChannel({ providers, first }: { providers: readonly Provider[]; first: Provider }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const findProvider = (chosen: string): Provider => providers.find(({ id }) => id === chosen) ?? first;
  const form = useChannelForm({ ...BLANK_CHANNEL, ...getProviderDefaults(first) }, (values) =>
    findMissingFields(values, findProvider(values.provider)),
  );
  const provider = findProvider(form.values.provider);
  useDraft(form, first);
  const creation = useMutation({
    mutationFn: (body: Schema<'NewChannelInput'>) => unwrapResponse(api.POST('/api/channels', { body })),
    onSuccess: async ({ id }) => {
      await Promise.all([
        client.invalidateQueries({ queryKey: CHANNELS }),
        client.invalidateQueries({ queryKey: ['models'] }),
      ]);
      await navigate(`/channels/${id}`, { state: { isNew: true } });
    },
    onError: async (error, body) => showErrors(form, await findChannelErrors(error, { body, provider })),
  });
  return (
    <ChannelForm
      form={form}
      provider={provider}
      storedKeys={[]}
      findOtherErrors={(values) => findOtherErrors({ body: buildNewChannel(values, provider), provider })}
      onSubmit={(values) => creation.mutate(buildNewChannel(values, provider))}
      error={creation.error}
      actions={{ submit: 'Create channel', isSubmitting: creation.isPending, cancelTo: '/channels' }}
    >
      <ProviderChoice
        providers={providers}
        value={provider.id}
        onChange={(chosen) => switchProvider(form, provider, chosen)}
      />
    </ChannelForm>
  );
}

/** Applies the values of the quick setup. This is done after the form is initialized, so that they count as unsaved. */
function useDraft({ setValues }: ChannelFormState, { id, usual_models: models }: Provider): void {
  const [draft] = useState(() => findDraft(id));
  const isApplied = useRef(false);
  useEffect(() => {
    if (draft === undefined || isApplied.current) return;
    isApplied.current = true;
    setValues({ ...draft, models: draft.models.length > 0 ? draft.models : [...models] });
  }, [draft, models, setValues]);
  useEffect(() => clearDraft, []);
}

function getProviderDefaults({ id, usual_models: models }: Provider) {
  return { provider: id, name: id, models: [...models] };
}

/** Keeps a name and models that the user entered. Clears keys and addresses, which must not be sent to another provider. */
function switchProvider(form: ChannelFormState, from: Provider, to: Provider): void {
  const { name, models } = form.values;
  const previous = getProviderDefaults(from);
  const next = getProviderDefaults(to);
  form.setValues({
    provider: next.provider,
    name: name === previous.name ? next.name : name,
    models: JSON.stringify(models) === JSON.stringify(previous.models) ? next.models : models,
    texts: {},
    secrets: {},
    hasAuth: false,
    auth: {},
    formats: [],
  });
  form.clearErrors();
}

function ProviderChoice({ providers, value, onChange }: ProviderChoiceProps) {
  const [initialValue] = useState(value);
  const first = useFirstFocus<HTMLButtonElement>();
  const choose = (id: string): void => {
    const provider = providers.find((one) => one.id === id);
    if (provider !== undefined) onChange(provider);
  };
  return (
    <FormSection
      title="Provider"
      description="Where requests are sent. For your own server, choose OpenAI-compatible server."
    >
      <Radio.Group value={value} onChange={choose} aria-label="Provider">
        <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }} spacing="xs">
          {providers.map(({ id, label, operations }) => (
            <Radio.Card
              key={id}
              value={id}
              p="sm"
              className={classes.card}
              aria-label={label}
              ref={id === initialValue ? first : undefined}
            >
              <Group wrap="nowrap" align="flex-start" gap="xs">
                <Radio.Indicator size="xs" mt={3} />
                <div>
                  <Text size="sm" fw={550}>
                    {label}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {summarizeOperations(operations)}
                  </Text>
                </div>
              </Group>
            </Radio.Card>
          ))}
        </SimpleGrid>
      </Radio.Group>
    </FormSection>
  );
}
