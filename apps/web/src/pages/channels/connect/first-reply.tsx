import { Alert, Anchor, Blockquote, Button, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDuration, formatUsd } from '../../../kit/format.js';
import { adviceFor } from '../../../playground/call/call-advice.js';
import { CallError } from '../../../playground/call/call-error.js';
import { playgroundPath } from '../../models/capability-words.js';
import { type Channel } from '../channel-queries.js';
import { type FirstModel } from './find-first-model.js';
import { FIRST_MESSAGE, type FirstReply as Reply, sendFirstMessage } from './send-first-message.js';

interface FirstReplyProps {
  channel: Channel;
  /** The model for the first message; undefined if there is no suitable one. */
  model: FirstModel | undefined;
}

/** Shown after the channel was created: the first reply of a model and the next steps. */
export function FirstReply({ channel, model }: FirstReplyProps) {
  const canChat = model?.capabilities.includes('chat') === true;
  return (
    <Stack maw="48rem">
      <Alert color="gate" icon={<IconCircleCheck />} title={`Channel “${channel.name}” created`}>
        <Text size="sm">
          {channel.models.length === 1 ? '1 model is' : `${channel.models.length} models are`} now available.
        </Text>
      </Alert>
      {model !== undefined && canChat ? <ReplyCard channel={channel} model={model.id} /> : null}
      <Group>
        <Button component={Link} to={model === undefined ? '/playground' : playgroundPath(model)}>
          {canChat ? 'Continue in the playground' : 'Try it in the playground'}
        </Button>
        <Button variant="default" component={Link} to="/tokens/new">
          Create a token
        </Button>
        <Button variant="default" component={Link} to={`/channels/${channel.id}`}>
          Open channel
        </Button>
      </Group>
    </Stack>
  );
}

function ReplyCard({ channel, model }: { channel: Channel; model: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['first-reply', channel.id, model],
    queryFn: () => sendFirstMessage(model),
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
        Sent to {model}: “{FIRST_MESSAGE}”
      </Text>
      <div aria-live="polite">
        {isFetching ? (
          <Group gap="xs">
            <Loader size="xs" aria-hidden />
            <Text size="sm">Waiting for the reply…</Text>
          </Group>
        ) : error === null ? null : (
          <NoReply error={error} channel={channel} onRetry={() => void refetch()} />
        )}
        {data === undefined || isFetching ? null : <ReplyText reply={data} channel={channel} />}
      </div>
    </Paper>
  );
}

function ReplyText({ reply: { text, report }, channel }: { reply: Reply; channel: Channel }) {
  const { channel: servingChannel, costUsd } = report;
  const facts = [
    formatDuration(report.latencyMs),
    costUsd === undefined ? null : formatUsd(costUsd),
    servingChannel === undefined || servingChannel === channel.name
      ? null
      : `served by channel “${servingChannel}”, which also has this model`,
  ].filter((fact) => fact !== null);
  return (
    <>
      <Blockquote p="md" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text === '' ? 'The reply has no text.' : text}
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
          Try again
        </Button>
        <Anchor component={Link} to={`/channels/${channel.id}`} size="sm" underline="always">
          Test the channel
        </Anchor>
      </Group>
    </Alert>
  );
}
