import { Anchor, Box, Button, Group, Paper, ScrollArea, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconListSearch } from '@tabler/icons-react';
import { Link } from 'react-router';
import { type Channel, useProviders } from './channel-queries.js';
import { HealthStatusNote } from './channel-health.js';
import { UpstreamModels } from './upstream-models.js';

const MAX_HEIGHT = 420;

export function ChannelModels({ channel }: { channel: Channel }) {
  const [isOpen, { open, close }] = useDisclosure();
  const { data: providers } = useProviders();
  const canList = providers?.find(({ id }) => id === channel.provider)?.lists_models === true;
  const { models } = channel;
  return (
    <Paper withBorder p="lg" component="section" aria-label="Models">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {models.length === 1 ? '1 model' : `${models.length} models`}
        </Title>
        {canList && !channel.read_only ? (
          <Button size="xs" variant="default" leftSection={<IconListSearch size={14} />} onClick={open}>
            Find models
          </Button>
        ) : null}
      </Group>
      <ScrollArea.Autosize mah={MAX_HEIGHT} type="auto" viewportProps={{ tabIndex: 0 }}>
        <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {models.map((model) => (
            <ModelLine key={model.id} channel={channel} {...model} />
          ))}
        </Stack>
      </ScrollArea.Autosize>
      {isOpen ? <UpstreamModels channel={channel} onClose={close} /> : null}
    </Paper>
  );
}

interface ModelLineProps {
  channel: Channel;
  id: string;
  upstream: string;
}

function ModelLine({ channel: { enabled: isEnabled, health }, id, upstream }: ModelLineProps) {
  const isPattern = id.endsWith('*');
  const modelHealth = health.models.find(({ upstream_model: name }) => name === upstream);
  return (
    <Group component="li" justify="space-between" gap="xs">
      <Box miw={0}>
        {isPattern || !isEnabled ? (
          <Text size="sm">{id}</Text>
        ) : (
          <Anchor component={Link} to={`/models/${encodeURIComponent(id)}`} size="sm">
            {id}
          </Anchor>
        )}
        {id === upstream ? null : (
          <Text size="xs" c="dimmed">
            {upstream} at the provider
          </Text>
        )}
      </Box>
      {isPattern ? (
        <Text size="xs" c="dimmed">
          all models with this prefix
        </Text>
      ) : modelHealth === undefined ? null : (
        <HealthStatusNote health={modelHealth} />
      )}
    </Group>
  );
}
