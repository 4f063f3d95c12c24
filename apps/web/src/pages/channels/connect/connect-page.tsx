import { Anchor, Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { LoadingPlaceholder } from '../../../kit/loading-placeholder.js';
import { Failure } from '../../../kit/failure.js';
import { PageHeader } from '../../../kit/page-header.js';
import { type Provider, channelList, useProviders } from '../channel-queries.js';
import { type ChannelFormValues } from '../channel-form-values.js';
import { setDraft } from './channel-draft.js';
import { ConnectForm } from './connect-form.js';
import { ProviderTiles } from './provider-tiles.js';

const MAX_NAMES = 200;

/** The quick setup of a channel: the provider, the account, its models and a first reply. */
export function ConnectPage() {
  const [params] = useSearchParams();
  const providers = useProviders();
  // Needed to suggest an unused name. Loaded with the page, so that the form can be shown without delay.
  const channels = useQuery({ ...channelList({ limit: MAX_NAMES }), refetchInterval: false });
  const chosen = providers.data?.find(({ id }) => id === params.get('provider'));
  const getValues = useRef<() => ChannelFormValues>(undefined);
  const error = providers.error ?? channels.error;
  const isLoading = providers.data === undefined || channels.data === undefined;
  return (
    <>
      <ConnectHeader
        chosen={chosen}
        onAllSettings={() => {
          if (getValues.current !== undefined) setDraft(getValues.current());
        }}
      />
      {error === null ? null : <Failure error={error} onRetry={() => void providers.refetch()} />}
      {isLoading ? (
        error === null ? (
          <LoadingPlaceholder h={400} />
        ) : null
      ) : chosen === undefined ? (
        <ProviderTiles providers={providers.data} />
      ) : (
        <ConnectForm
          key={chosen.id}
          provider={chosen}
          takenNames={channels.data.data.map(({ name }) => name)}
          valuesRef={getValues}
        />
      )}
    </>
  );
}

interface ConnectHeaderProps {
  chosen: Provider | undefined;
  onAllSettings: () => void;
}

function ConnectHeader({ chosen, onAllSettings }: ConnectHeaderProps) {
  if (chosen === undefined) {
    return (
      <PageHeader
        title="Connect a model"
        description={
          <>
            Choose a provider. You need an API key, or the address of your own server.{' '}
            <Anchor component={Link} to="/channels/new" inherit underline="always">
              All settings
            </Anchor>
          </>
        }
      />
    );
  }
  return (
    <PageHeader
      title={`Connect ${chosen.label}`}
      description="The connection is checked before anything is saved."
      actions={
        <>
          <Button variant="default" component={Link} to="?" leftSection={<IconArrowLeft size={16} />}>
            Choose another provider
          </Button>
          <Button
            variant="default"
            component={Link}
            to={`/channels/new?${new URLSearchParams({ provider: chosen.id })}`}
            onClick={onAllSettings}
          >
            All settings
          </Button>
        </>
      }
    />
  );
}
