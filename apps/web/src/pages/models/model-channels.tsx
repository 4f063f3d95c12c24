import { Anchor, Box, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { type Model } from './model-queries.js';
import { priceSummary } from './price-lines.js';

type ServingChannel = Model['channels'][number];

/** Those that are built in have no page of their own. */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export function ModelChannels({ channels }: Pick<Model, 'channels'>) {
  return (
    <Paper withBorder p="lg" component="section" aria-label="Channels">
      <Title order={2} size="h4" mb="sm">
        Served by
      </Title>
      {channels.length === 0 ? (
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            No channel that is in use.
          </Text>
          <Button size="xs" variant="default" component={Link} to="/channels">
            Go to the channels
          </Button>
        </Group>
      ) : (
        <Stack gap="md" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {channels.map((channel) => (
            <ChannelLine key={channel.id} channel={channel} />
          ))}
        </Stack>
      )}
    </Paper>
  );
}

function ChannelLine({ channel }: { channel: ServingChannel }) {
  const { id, name, provider, upstream_model: upstream, priority, weight, price } = channel;
  return (
    <Group component="li" justify="space-between" align="flex-start" gap="xs">
      <Box miw={0}>
        {UUID.test(id) ? (
          <Anchor component={Link} to={`/channels/${id}`} size="sm" fw={550}>
            {name}
          </Anchor>
        ) : (
          <Text size="sm" fw={550}>
            {name}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {provider}, as {upstream}
        </Text>
      </Box>
      <Box ta="right">
        <Text size="xs">
          Priority {priority}, weight {weight}
        </Text>
        <Text size="xs" c="dimmed">
          {price === null ? 'price not known' : priceSummary(price.rates)}
        </Text>
      </Box>
    </Group>
  );
}
