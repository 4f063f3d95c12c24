import { Anchor, Button, Skeleton } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { Failure } from '../../../kit/failure.js';
import { PageHeader } from '../../../kit/page-header.js';
import { type Provider, channelList, useProviders } from '../channel-queries.js';
import { ConnectForm } from './connect-form.js';
import { ProviderTiles } from './provider-tiles.js';

const MAX_NAMES = 200;

/** From a key to the first reply, on one page. */
export function ConnectPage() {
  const [params] = useSearchParams();
  const providers = useProviders();
  const channels = useQuery({ ...channelList({ limit: MAX_NAMES }), refetchInterval: false });
  const chosen = providers.data?.find(({ id }) => id === params.get('provider'));
  const error = providers.error ?? channels.error;
  const isLoading = providers.data === undefined || channels.data === undefined;
  return (
    <>
      <ConnectHeader chosen={chosen} />
      {error === null ? null : <Failure error={error} onRetry={() => void providers.refetch()} />}
      {isLoading ? (
        error === null ? (
          <Skeleton h={400} aria-label="Loading" />
        ) : null
      ) : chosen === undefined ? (
        <ProviderTiles providers={providers.data} />
      ) : (
        <ConnectForm
          key={chosen.id}
          provider={chosen}
          takenNames={channels.data.data.map(({ name }) => name)}
        />
      )}
    </>
  );
}

function ConnectHeader({ chosen }: { chosen: Provider | undefined }) {
  if (chosen === undefined) {
    return (
      <PageHeader
        title="Connect a model"
        description={
          <>
            Choose a provider. You need an API key for it, or the address of your own server.{' '}
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
      description="The account is checked as soon as it is filled in, before anything is saved."
      actions={
        <>
          <Button variant="default" component={Link} to="?" leftSection={<IconArrowLeft size={16} />}>
            Another provider
          </Button>
          <Button
            variant="default"
            component={Link}
            to={`/channels/new?${new URLSearchParams({ provider: chosen.id })}`}
          >
            All settings
          </Button>
        </>
      }
    />
  );
}
