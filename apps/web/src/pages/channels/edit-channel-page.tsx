import { Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useNavigate, useParams } from 'react-router';
import { type Schema, api, getAnswer } from '../../api/client.js';
import { Failure } from '../../kit/failure.js';
import { showErrors } from '../../kit/forms/field-errors.js';
import { tellDone } from '../../kit/notify.js';
import { PageHeader } from '../../kit/page-header.js';
import { buildChanges, buildNewChannel, toValues } from './channel-form-values.js';
import { ChannelForm } from './channel-form.js';
import { useChannelForm } from './use-channel-form.js';
import { type Refused, findChannelErrors, findOtherErrors } from './find-channel-errors.js';
import { CHANNELS, type Channel, type Provider, oneChannel, useProviders } from './channel-queries.js';

export function EditChannelPage() {
  const { id = '' } = useParams();
  const { data: channel, error, refetch } = useQuery(oneChannel(id));
  const { data: providers, error: providersError } = useProviders();
  const failure = error ?? providersError;
  if (failure !== null) return <Failure error={failure} onRetry={() => void refetch()} />;
  if (channel === undefined || providers === undefined) {
    return <Skeleton h={400} maw="48rem" aria-label="Loading" />;
  }
  if (channel.read_only) return <Navigate to={`/channels/${id}`} replace />;
  const provider = providers.find((one) => one.id === channel.provider) ?? unknownProvider(channel);
  return <EditChannel channel={channel} provider={provider} />;
}

function EditChannel({ channel, provider }: { channel: Channel; provider: Provider }) {
  const { id, name, api_keys: keys } = channel;
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useChannelForm(toValues(channel));
  const change = useMutation({
    mutationFn: (body: Schema<'ChannelChangesInput'>) =>
      getAnswer(api.PATCH('/api/channels/{id}', { params: { path: { id } }, body })),
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: CHANNELS }),
        client.invalidateQueries({ queryKey: ['models'] }),
      ]);
      tellDone('Channel saved.');
      await navigate(`/channels/${id}`);
    },
    onError: async (error) => showErrors(form, await findChannelErrors(error, getRefused())),
  });
  const getRefused = (): Refused => ({
    body: buildNewChannel(form.getValues(), provider),
    provider,
    isSaid: (field) => form.isDirty(field),
  });
  return (
    <>
      <PageHeader title={`Edit ${name}`} description="Changes apply from the next request." />
      <ChannelForm
        form={form}
        provider={provider}
        storedKeys={keys.map(({ hint }) => hint)}
        storedAuth={channel.auth?.hidden_members ?? []}
        findOtherErrors={() => findOtherErrors(getRefused())}
        onSubmit={(values) => change.mutate(buildChanges(form.getInitialValues(), values, provider))}
        error={change.error}
        actions={{ submit: 'Save', isSubmitting: change.isPending, cancelTo: `/channels/${id}` }}
      />
    </>
  );
}

/** A provider that this version of the gateway does not have any more. */
function unknownProvider({ provider }: Channel): Provider {
  return {
    id: provider,
    label: provider,
    group: 'services',
    fields: [],
    formats: [],
    operations: [],
    usual_models: [],
    lists_models: false,
    api_key_page: null,
  };
}
