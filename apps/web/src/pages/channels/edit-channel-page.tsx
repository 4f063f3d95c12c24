import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useNavigate, useParams } from 'react-router';
import { type Schema, api, unwrapResponse } from '../../api/client.js';
import { showErrors } from '../../kit/forms/field-errors.js';
import { Loaded, LoadedPage } from '../../kit/loaded.js';
import { notifySuccess } from '../../kit/notify.js';
import { PageHeader } from '../../kit/page-header.js';
import { buildChanges, buildNewChannel, toValues } from './channel-form-values.js';
import { ChannelForm } from './channel-form.js';
import { useChannelForm } from './use-channel-form.js';
import { type ChannelSubmission, findChannelErrors, findOtherErrors } from './find-channel-errors.js';
import { CHANNELS, type Channel, type Provider, oneChannel, useProviders } from './channel-queries.js';

export function EditChannelPage() {
  const { id = '' } = useParams();
  const query = useQuery(oneChannel(id));
  return (
    <LoadedPage query={query} title="Channel" list={{ label: 'Channels', to: '/channels' }} maw="48rem">
      {(channel) =>
        channel.read_only ? <Navigate to={`/channels/${id}`} replace /> : <WithProvider channel={channel} />
      }
    </LoadedPage>
  );
}

function WithProvider({ channel }: { channel: Channel }) {
  return (
    <Loaded query={useProviders()} h={400} maw="48rem">
      {(providers) => (
        <EditChannel
          channel={channel}
          provider={providers.find(({ id }) => id === channel.provider) ?? unknownProvider(channel)}
        />
      )}
    </Loaded>
  );
}

function EditChannel({ channel, provider }: { channel: Channel; provider: Provider }) {
  const { id, name, api_keys: keys } = channel;
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useChannelForm(toValues(channel));
  const change = useMutation({
    mutationFn: (body: Schema<'ChannelChangesInput'>) =>
      unwrapResponse(api.PATCH('/api/channels/{id}', { params: { path: { id } }, body })),
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: CHANNELS }),
        client.invalidateQueries({ queryKey: ['models'] }),
      ]);
      notifySuccess('Channel saved.');
      await navigate(`/channels/${id}`);
    },
    onError: async (error) => showErrors(form, await findChannelErrors(error, getSubmission())),
  });
  const getSubmission = (): ChannelSubmission => ({
    body: buildNewChannel(form.getValues(), provider),
    provider,
    isChanged: (field) => form.isDirty(field),
  });
  return (
    <>
      <PageHeader title={`Edit ${name}`} description="Changes apply from the next request." />
      <ChannelForm
        form={form}
        provider={provider}
        storedKeys={keys.map(({ hint }) => hint)}
        storedAuth={channel.auth?.hidden_members ?? []}
        findOtherErrors={() => findOtherErrors(getSubmission())}
        onSubmit={(values) => change.mutate(buildChanges(form.getInitialValues(), values, provider))}
        error={change.error}
        actions={{ submit: 'Save', isSubmitting: change.isPending, cancelTo: `/channels/${id}` }}
      />
    </>
  );
}

/** A placeholder for a provider that this version of the gateway no longer supports. */
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
