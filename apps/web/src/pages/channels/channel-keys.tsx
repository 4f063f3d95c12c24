import { Code, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type Channel } from './channel-queries.js';
import { HealthStatusNote } from './health-status-note.js';

export function ChannelKeys({ channel: { api_keys: keys } }: { channel: Channel }) {
  return (
    <Paper withBorder p="lg" component="section" aria-label="Keys">
      <Title order={2} size="h4" mb="sm">
        {keys.length === 1 ? '1 key' : `${keys.length} keys`}
      </Title>
      {keys.length === 0 ? (
        <Text size="sm" c="dimmed">
          Requests go to this service without one.
        </Text>
      ) : (
        <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {keys.map((key) => (
            <Group key={key.hint} component="li" justify="space-between" gap="xs">
              <Code>{key.hint}</Code>
              <HealthStatusNote known={key} />
            </Group>
          ))}
        </Stack>
      )}
    </Paper>
  );
}
