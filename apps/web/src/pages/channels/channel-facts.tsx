import { Paper, Title } from '@mantine/core';
import { type Fact, FactList } from '../../kit/fact-list.js';
import { formatCount, formatDuration } from '../../kit/format.js';
import { When } from '../../kit/when.js';
import { type Channel, useProviders } from './channel-queries.js';

export function ChannelFacts({ channel }: { channel: Channel }) {
  const { data: providers } = useProviders();
  const provider = providers?.find(({ id }) => id === channel.provider);
  const usualBase = provider?.fields.find(({ name }) => name === 'base_url')?.default ?? 'the usual one';
  return (
    <Paper withBorder p="lg" component="section" aria-label="Settings">
      <Title order={2} size="h4" mb="sm">
        Settings
      </Title>
      <FactList facts={getFacts(channel, usualBase)} />
    </Paper>
  );
}

/** What stands for a limit that nobody has set. */
const USUAL_CONNECTIONS = 10_000;

function getFacts(channel: Channel, usualBase: string): Fact[] {
  const { timeouts, formats, api_version: apiVersion, max_concurrency: max } = channel;
  const connections = channel.max_connections ?? USUAL_CONNECTIONS;
  const headers = [...Object.keys(channel.headers), ...channel.hidden_headers];
  return [
    { label: 'Base URL', value: channel.base_url ?? usualBase },
    ...(apiVersion === null ? [] : [{ label: 'API version', value: apiVersion }]),
    { label: 'Priority', value: `${channel.priority}, higher is tried first` },
    { label: 'Weight', value: `${channel.weight}, share among equals` },
    { label: 'Requests at a time', value: max === null ? 'no limit' : formatCount(max) },
    { label: 'Connections at a time', value: formatCount(connections) },
    { label: 'Connect within', value: formatDuration(timeouts.connect_ms) },
    { label: 'First event within', value: formatDuration(timeouts.first_byte_ms) },
    { label: 'Longest pause in a stream', value: formatDuration(timeouts.idle_ms) },
    { label: 'Whole answer within', value: formatDuration(timeouts.whole_ms) },
    ...(formats === null ? [] : [{ label: 'Formats', value: formats.join(', ') }]),
    ...(headers.length === 0 ? [] : [{ label: 'Extra headers', value: headers.join(', ') }]),
    { label: 'Created', value: <When at={channel.created_at} /> },
  ];
}
