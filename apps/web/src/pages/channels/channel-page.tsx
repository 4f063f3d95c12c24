import { Alert, Anchor, Code, Grid, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useParams } from 'react-router';
import { type Fact, FactList } from '../../kit/fact-list.js';
import { formatCount, formatDuration } from '../../kit/format.js';
import { ConfigFileNote } from '../../kit/forms/config-file-note.js';
import { LoadedPage } from '../../kit/loaded.js';
import { PageHeader } from '../../kit/page-header.js';
import { RelativeTime } from '../../kit/relative-time.js';
import { ChannelActions } from './channel-actions.js';
import { HealthBadge, HealthReason, HealthStatusNote, LastError } from './channel-health.js';
import { ChannelModels } from './channel-models.js';
import { type Channel, oneChannel, useProviderLabel, useProviders } from './channel-queries.js';
import { ChannelTest } from './channel-test.js';
import { CHANNEL_HEALTH_STATUS_WORDS, getHealthStatus, describeInFlight } from './health-words.js';
import { ChannelTrafficCard } from './traffic/channel-traffic-card.js';
import { Section } from '../../kit/section.js';

/** The default of the gateway for `max_connections`. */
const DEFAULT_CONNECTIONS = 10_000;

export function ChannelPage() {
  const { id = '' } = useParams();
  return (
    <LoadedPage
      query={useQuery(oneChannel(id))}
      keepsStaleData
      title="Channel"
      list={{ label: 'Channels', to: '/channels' }}
    >
      {(channel) => <ChannelDetails channel={channel} />}
    </LoadedPage>
  );
}

function ChannelDetails({ channel }: { channel: Channel }) {
  return (
    <>
      <PageHeader
        title={channel.name}
        description={<HealthStatus channel={channel} />}
        actions={<ChannelActions channel={channel} />}
      />
      <Stack>
        <NextSteps />
        <HealthAlert channel={channel} />
        {channel.read_only ? (
          <ConfigFileNote what="This channel" entry={{ ...channel, offWord: 'disabled' }} />
        ) : null}
        <Grid>
          <Grid.Col span={{ base: 12, md: 7 }}>
            <Stack>
              <ChannelTrafficCard channel={channel} />
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

/** Explains why the channel is not healthy, or that it was not tested yet. */
function HealthAlert({ channel }: { channel: Channel }) {
  const { enabled: isEnabled, health } = channel;
  if (!isEnabled || health.reason === null) return null;
  const isTested = health.status !== 'not_tested';
  const color = health.status === 'failing' ? 'red' : 'orange';
  return (
    <Alert
      color={isTested ? color : 'gray'}
      icon={isTested ? <IconAlertTriangle /> : <IconInfoCircle />}
      title={CHANNEL_HEALTH_STATUS_WORDS[health.status]}
    >
      <Text size="sm">
        <HealthReason channel={channel} />
      </Text>
    </Alert>
  );
}

/** Shown after the channel was created. */
function NextSteps() {
  const { state } = useLocation() as { state: { isNew?: boolean } | null };
  if (state?.isNew !== true) return null;
  return (
    <Alert color="gate" icon={<IconCircleCheck />} title="Channel created">
      <Text size="sm">
        Test it, review its models, then{' '}
        <Anchor component={Link} to="/tokens/new" inherit underline="always">
          create a token
        </Anchor>{' '}
        to use them.
      </Text>
    </Alert>
  );
}

function ChannelFacts({ channel }: { channel: Channel }) {
  const { data: providers } = useProviders();
  const provider = providers?.find(({ id }) => id === channel.provider);
  const defaultBaseUrl = provider?.fields.find(({ name }) => name === 'base_url')?.default ?? 'default';
  return (
    <Section title="Settings" size="lg">
      <FactList facts={getFacts(channel, defaultBaseUrl)} />
    </Section>
  );
}

function getFacts(channel: Channel, defaultBaseUrl: string): Fact[] {
  const { timeouts, formats, api_version: apiVersion, max_concurrency: max } = channel;
  const connections = channel.max_connections ?? DEFAULT_CONNECTIONS;
  const headers = [...Object.keys(channel.headers), ...channel.hidden_headers];
  return [
    { label: 'Base URL', value: channel.base_url ?? defaultBaseUrl },
    ...(apiVersion === null ? [] : [{ label: 'API version', value: apiVersion }]),
    ...getCloudFacts(channel),
    { label: 'Priority', value: `${channel.priority} (higher is tried first)` },
    { label: 'Weight', value: `${channel.weight} (share among channels of the same priority)` },
    { label: 'Concurrent requests', value: max === null ? 'unlimited' : formatCount(max) },
    { label: 'Concurrent connections', value: connections.toLocaleString('en') },
    ...(channel.prompt_caching ? [] : [{ label: 'Prompt caching', value: 'off' }]),
    ...(channel.repair ? [{ label: 'Unsupported parameters', value: 'removed' }] : []),
    ...(channel.believe_upstream_cost ? [{ label: 'Costs', value: 'as reported by the provider' }] : []),
    { label: 'Connect timeout', value: formatDuration(timeouts.connect_ms) },
    { label: 'First event timeout', value: formatDuration(timeouts.first_byte_ms) },
    { label: 'Stream idle timeout', value: formatDuration(timeouts.idle_ms) },
    { label: 'Response timeout', value: formatDuration(timeouts.whole_ms) },
    ...(formats === null ? [] : [{ label: 'Formats', value: formats.join(', ') }]),
    ...(headers.length === 0 ? [] : [{ label: 'Extra headers', value: headers.join(', ') }]),
    { label: 'Created', value: <RelativeTime at={channel.created_at} /> },
  ];
}

/** The region, project and identity of a cloud account. */
function getCloudFacts({ region, project, location, auth }: Channel): Fact[] {
  const places = { Region: region, Project: project, Location: location };
  const members = Object.entries(auth?.members ?? {}).map(([name, value]) => `${name} ${value}`);
  const hidden = auth?.hidden_members.map((name) => `${name} (hidden)`) ?? [];
  const identity = [...members, ...hidden].join(', ');
  return [
    ...Object.entries(places).flatMap(([label, value]) => (value === null ? [] : [{ label, value }])),
    ...(auth === null
      ? []
      : [{ label: `Identity (${auth.type})`, value: identity || 'credentials of the host' }]),
  ];
}

function ChannelKeys({ channel: { api_keys: keys, auth } }: { channel: Channel }) {
  return (
    <Section
      title={keys.length === 1 ? '1 API key' : `${keys.length} API keys`}
      size="lg"
      aria-label="API keys"
    >
      {keys.length === 0 ? (
        <Text size="sm" c="dimmed">
          {auth === null
            ? 'Requests are sent without an API key.'
            : 'Requests are authorized by the identity in the settings below.'}
        </Text>
      ) : (
        <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {keys.map((key) => (
            <Group key={key.hint} component="li" justify="space-between" gap="xs">
              <Code>{key.hint}</Code>
              <HealthStatusNote health={key} />
            </Group>
          ))}
        </Stack>
      )}
    </Section>
  );
}

/** Requests in flight, and the last error. */
function ChannelActivity({ channel }: { channel: Channel }) {
  const { last_error: error } = channel.health;
  return (
    <Section title="Current activity" size="lg">
      <FactList
        facts={[
          { label: 'In flight', value: describeInFlight(channel) },
          {
            label: 'Last error',
            value: error === null ? 'None in the last 24 hours' : <LastError error={error} />,
          },
        ]}
      />
    </Section>
  );
}
