import { Alert, Anchor, Grid, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link, useLocation, useParams } from 'react-router';
import { Failure } from '../../kit/failure.js';
import { ConfigFileNote } from '../../kit/forms/config-file-note.js';
import { PageHeader } from '../../kit/page-header.js';
import { ChannelActions } from './channel-actions.js';
import { ChannelActivity } from './channel-activity.js';
import { ChannelFacts } from './channel-facts.js';
import { ChannelKeys } from './channel-keys.js';
import { ChannelModels } from './channel-models.js';
import { type Channel, oneChannel, useProviderLabel } from './channel-queries.js';
import { ChannelTest } from './channel-test.js';
import { HealthBadge } from './health-badge.js';
import { getHealthStatus } from './health-words.js';

export function ChannelPage() {
  const { id = '' } = useParams();
  const { data: channel, error, refetch } = useQuery(oneChannel(id));
  if (error !== null && channel === undefined) {
    return <Failure error={error} onRetry={() => void refetch()} />;
  }
  if (channel === undefined) return <Skeleton h={400} aria-label="Loading" />;
  return (
    <>
      <PageHeader
        title={channel.name}
        description={<HealthStatus channel={channel} />}
        actions={<ChannelActions channel={channel} />}
      />
      <Stack>
        <NextSteps />
        {channel.read_only ? <ConfigFileNote what="This channel" /> : null}
        <Grid>
          <Grid.Col span={{ base: 12, md: 7 }}>
            <Stack>
              <ChannelTest channel={channel} />
              <ChannelModels channel={channel} />
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <Stack>
              <ChannelActivity channel={channel} />
              <ChannelKeys channel={channel} />
              <ChannelFacts channel={channel} />
            </Stack>
          </Grid.Col>
        </Grid>
      </Stack>
    </>
  );
}

function HealthStatus({ channel }: { channel: Channel }) {
  const getLabel = useProviderLabel();
  return (
    <Group gap="xs" component="span">
      <HealthBadge status={getHealthStatus(channel)} />
      <Text span inherit>
        {getLabel(channel.provider)}
      </Text>
    </Group>
  );
}

/** For whoever has just made the channel. */
function NextSteps() {
  const { state } = useLocation() as { state: { isNew?: boolean } | null };
  if (state?.isNew !== true) return null;
  return (
    <Alert color="gate" icon={<IconCircleCheck />} title="The channel is there">
      <Text size="sm">
        Test it, look through the models it serves, then{' '}
        <Anchor component={Link} to="/tokens/new" inherit underline="always">
          create a token
        </Anchor>{' '}
        to use them with.
      </Text>
    </Alert>
  );
}
