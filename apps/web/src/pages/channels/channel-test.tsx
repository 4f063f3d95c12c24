import { Alert, Button, Group, List, Loader, Paper, Select, Stack, Text, Title } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { IconAlertTriangle, IconCircleCheck, IconPlugConnected } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { type Schema, unwrapResponse, api } from '../../api/client.js';
import { Failure } from '../../kit/failure.js';
import { formatDuration } from '../../kit/format.js';
import { CHANNELS, type Channel } from './channel-queries.js';
import { useFormLabels } from './use-form-labels.js';

type Result = Schema<'ChannelTestView'>;

/** Sends a real request with each API key. It bypasses routing and is not charged to a token. */
export function ChannelTest({ channel }: { channel: Channel }) {
  const { id } = channel;
  const client = useQueryClient();
  const [model, setModel] = useState<string | null>(null);
  const test = useMutation({
    mutationFn: () =>
      unwrapResponse(
        api.POST('/api/channels/{id}/test', {
          params: { path: { id } },
          body: model === null ? {} : { model },
        }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: CHANNELS }),
  });
  const named = channel.models.map((one) => one.id).filter((name) => !name.endsWith('*'));
  return (
    <Paper withBorder p="lg" component="section" aria-label="Test">
      <Title order={2} size="h4">
        Test
      </Title>
      <Text size="sm" c="dimmed" mt={2} mb="md">
        Sends the smallest possible request with every API key. It bypasses routing and limits.
      </Text>
      <Group align="flex-end">
        <Select
          label="Model"
          placeholder="Lowest-priced model"
          data={named}
          value={model}
          onChange={setModel}
          clearable
          searchable
          flex={1}
          miw={180}
        />
        <Button
          leftSection={<IconPlugConnected size={16} />}
          onClick={() => test.mutate()}
          loading={test.isPending}
        >
          Test
        </Button>
      </Group>
      <Stack mt="md" aria-live="polite" gap="sm">
        {test.isPending ? <Running /> : null}
        {test.error === null || test.isPending ? null : <Failure error={test.error} />}
        {test.data === undefined || test.isPending ? null : (
          <TestOutcome result={test.data} channel={channel} />
        )}
      </Stack>
    </Paper>
  );
}

function Running() {
  const [seconds, setSeconds] = useState(0);
  const { start, stop } = useInterval(() => setSeconds((count) => count + 1), 1_000);
  useEffect(() => {
    start();
    return stop;
  }, [start, stop]);
  return (
    <Group gap="xs">
      <Loader size="xs" aria-hidden />
      <Text size="sm">Waiting for the provider… ({seconds} s, timeout after 15 s)</Text>
    </Group>
  );
}

function TestOutcome({ result, channel }: { result: Result; channel: Channel }) {
  const { api_keys: keys } = channel;
  const withFormLabels = useFormLabels(channel);
  const { ok: isOk, message, advice, duration_ms: durationMs, model, format, status } = result;
  const facts = [
    formatDuration(durationMs),
    model === null ? null : `model ${model}`,
    format === null ? null : `format ${format}`,
    status === null ? 'no response' : `status ${status}`,
  ].filter((fact) => fact !== null);
  return (
    <Alert
      color={isOk ? 'gate' : 'red'}
      icon={isOk ? <IconCircleCheck /> : <IconAlertTriangle />}
      title={isOk ? 'Test passed' : 'Test failed'}
    >
      <Text size="sm">{message}</Text>
      {advice === null ? null : (
        <Text size="sm" fw={550} mt={6}>
          {withFormLabels(advice)}
        </Text>
      )}
      {isOk && keys.length > 1 ? (
        <List size="sm" mt={6} icon={<IconCircleCheck size={14} aria-hidden />} center>
          {keys.map(({ hint }) => (
            <List.Item key={hint}>Key {hint} works</List.Item>
          ))}
        </List>
      ) : null}
      <Text size="xs" mt={6}>
        {facts.join(' · ')}
      </Text>
    </Alert>
  );
}
