import { Skeleton } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { type Schema, getAnswer, api } from '../../api/client.js';
import { Failure } from '../../kit/failure.js';
import { fieldErrors } from '../../kit/forms/field-errors.js';
import { showErrors } from '../../kit/forms/show-errors.js';
import { PageHeader } from '../../kit/page-header.js';
import { ChannelForm } from './channel-form.js';
import { BLANK_CHANNEL, channelFields, buildNewChannel } from './channel-form-values.js';
import { CHANNELS, type Provider, useProviders } from './channel-queries.js';
import { ProviderChoice } from './provider-choice.js';
import { type ChannelFormState, useChannelForm } from './use-channel-form.js';

export function NewChannelPage() {
  const { data: providers, error, refetch } = useProviders();
  const [first] = providers ?? [];
  return (
    <>
      <PageHeader
        title="New channel"
        description="An account at a service. Its keys are stored encrypted and never shown again."
      />
      {error === null ? null : <Failure error={error} onRetry={() => void refetch()} />}
      {providers === undefined || first === undefined ? (
        <Skeleton h={400} maw="48rem" aria-label="Loading" />
      ) : (
        <NewChannel providers={providers} first={first} />
      )}
    </>
  );
}

function NewChannel({ providers, first }: { providers: readonly Provider[]; first: Provider }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useChannelForm({ ...BLANK_CHANNEL, ...beginningWith(first) });
  const provider = providers.find(({ id }) => id === form.values.provider) ?? first;
  const creation = useMutation({
    mutationFn: (body: Schema<'NewChannelInput'>) => getAnswer(api.POST('/api/channels', { body })),
    onSuccess: async ({ id }) => {
      await Promise.all([
        client.invalidateQueries({ queryKey: CHANNELS }),
        client.invalidateQueries({ queryKey: ['models'] }),
      ]);
      await navigate(`/channels/${id}`, { state: { isNew: true } });
    },
    onError: (error) => showErrors(form, fieldErrors(error, channelFields(provider))),
  });
  return (
    <ChannelForm
      form={form}
      provider={provider}
      storedKeys={[]}
      onSubmit={(values) => creation.mutate(buildNewChannel(values, provider))}
      error={creation.error}
      actions={{ submit: 'Create the channel', isSubmitting: creation.isPending, cancelTo: '/channels' }}
    >
      <ProviderChoice
        providers={providers}
        value={provider.id}
        onChange={(chosen) => switchProvider(form, provider, chosen)}
      />
    </ChannelForm>
  );
}

function beginningWith({ id, usual_models: models }: Provider) {
  return { provider: id, name: id, models: [...models] };
}

/** What somebody typed stays; what stood there by itself follows the provider. */
function switchProvider(form: ChannelFormState, from: Provider, to: Provider): void {
  const { name, models } = form.values;
  const own = beginningWith(from);
  const next = beginningWith(to);
  form.setValues({
    provider: next.provider,
    name: name === own.name ? next.name : name,
    models: JSON.stringify(models) === JSON.stringify(own.models) ? next.models : models,
    texts: {},
    formats: [],
  });
  form.clearErrors();
}
