import { Alert, Anchor, Blockquote, Button, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDuration, formatUsd } from '../../../kit/format.js';
import { adviceFor } from '../../../playground/call/call-advice.js';
import { CallError } from '../../../playground/call/call-error.js';
import { playgroundPath } from '../../models/capability-words.js';
import { type Capability } from '../../models/model-queries.js';
import { type Channel } from '../channel-queries.js';
import { FIRST_MESSAGE, type FirstReply as Reply, askFirst } from './ask-first.js';

interface FirstReplyProps {
  channel: Channel;
  /** The one to ask, and what it is for; undefined where the channel names no single one. */
  model: { id: string; capabilities: readonly Capability[] } | undefined;
}

/** The channel is there: what it says, and where to go on. */
export function FirstReply({ channel, model }: FirstReplyProps) {
  const talks = model?.capabilities.includes('chat') === true;
  return (
    <Stack maw="48rem">
      <Alert color="gate" icon={<IconCircleCheck />} title={`Channel “${channel.name}” created`}>
        <Text size="sm">
          {channel.models.length === 1 ? 'One model is' : `${channel.models.length} models are`} served from
          now on.
        </Text>
      </Alert>
      {model !== undefined && talks ? <Answer channel={channel} model={model.id} /> : null}
      <Group>
        <Button component={Link} to={model === undefined ? '/playground' : playgroundPath(model)}>
          {talks ? 'Go on in the playground' : 'Try it in the playground'}
        </Button>
        <Button variant="default" component={Link} to="/tokens/new">
          Create a token
        </Button>
        <Button variant="default" component={Link} to={`/channels/${channel.id}`}>
          Show the channel
        </Button>
      </Group>
    </Stack>
  );
}

function Answer({ channel, model }: { channel: Channel; model: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['first-reply', channel.id, model],
    queryFn: () => askFirst(model),
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  return (
    <Paper withBorder p="lg" component="section" aria-label="First reply">
      <Title order={2} size="h4">
        First reply
      </Title>
      <Text size="sm" c="dimmed" mt={2} mb="md">
        {model} was asked: “{FIRST_MESSAGE}”
      </Text>
      <div aria-live="polite">
        {isFetching ? (
          <Group gap="xs">
            <Loader size="xs" aria-hidden />
            <Text size="sm">Waiting for the reply …</Text>
          </Group>
        ) : error === null ? null : (
          <NoReply error={error} channel={channel} onRetry={() => void refetch()} />
        )}
        {data === undefined || isFetching ? null : <Said reply={data} channel={channel} />}
      </div>
    </Paper>
  );
}

function Said({ reply: { text, report }, channel }: { reply: Reply; channel: Channel }) {
  const { channel: answering, costUsd } = report;
  const facts = [
    formatDuration(report.latencyMs),
    costUsd === undefined ? null : formatUsd(costUsd),
    answering === undefined || answering === channel.name
      ? null
      : `answered by the channel “${answering}”, which has this model, too`,
  ].filter((fact) => fact !== null);
  return (
    <>
      <Blockquote p="md" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text === '' ? 'The answer has no text.' : text}
      </Blockquote>
      <Text size="xs" c="dimmed" mt="xs">
        {facts.join(' · ')}
      </Text>
    </>
  );
}

interface NoReplyProps {
  error: Error;
  channel: Channel;
  onRetry: () => void;
}

function NoReply({ error, channel, onRetry }: NoReplyProps) {
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={error.message} role="alert">
      {error instanceof CallError ? <Text size="sm">{adviceFor(error)}</Text> : null}
      <Group mt="sm">
        <Button size="xs" variant="default" onClick={onRetry}>
          Ask again
        </Button>
        <Anchor component={Link} to={`/channels/${channel.id}`} size="sm" underline="always">
          Test the channel
        </Anchor>
      </Group>
    </Alert>
  );
}
