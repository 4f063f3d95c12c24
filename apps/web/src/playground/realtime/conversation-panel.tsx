import { Alert, Badge, Box, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconMicrophoneOff, IconWaveSine } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { EmptyState } from '../../kit/empty-state.js';
import { formatCount, formatDuration } from '../../kit/format.js';
import { CostFact, Fact } from '../call-facts.js';
import { useSessionCost } from '../call/request-cost.js';
import { CallErrorAlert } from '../call-error-alert.js';
import { useScrollIntoView } from '../workbench/use-scroll-into-view.js';
import classes from './conversation-lines.module.css';
import { type Conversation, type Line, describeClose } from './conversation.js';
import { RealtimeCodeButton } from './realtime-code-button.js';
import { type SessionOptions } from './session-options.js';
import { TalkControls } from './talk-controls.js';
import { type Connection, type Realtime } from './use-realtime.js';

interface ConversationPanelProps {
  realtime: Realtime;
  /** The options of the session; undefined before the first session. */
  options: SessionOptions | undefined;
}

export function ConversationPanel({ realtime, options }: ConversationPanelProps) {
  const { connection, conversation, error } = realtime;
  const element = useScrollIntoView(connection.state === 'open');
  return (
    <Paper ref={element} withBorder p="md" mih={240}>
      <Stack gap="md">
        <Group justify="space-between">
          <Title order={2} size="h4">
            Conversation
          </Title>
          <ConnectionBadge realtime={realtime} />
        </Group>
        {error === null ? null : <CallErrorAlert error={error} />}
        {conversation.lines.length === 0 ? (
          <EmptyConversation connection={connection} />
        ) : (
          <ConversationLines lines={conversation.lines} />
        )}
        <ConversationErrors realtime={realtime} />
        {connection.state === 'open' ? <TalkControls realtime={realtime} /> : null}
        {options === undefined ? null : (
          <Group justify="space-between" gap="xs">
            <Facts realtime={realtime} />
            <RealtimeCodeButton script={{ options, texts: getUserTexts(conversation) }} />
          </Group>
        )}
      </Stack>
    </Paper>
  );
}

function ConnectionBadge({ realtime }: { realtime: Realtime }) {
  const { color, label } = getConnectionStatus(realtime);
  return (
    <Badge color={color} variant="light" role="status">
      {label}
    </Badge>
  );
}

function getConnectionStatus({ connection, conversation, isPlaying, isListening }: Realtime): {
  color: string;
  label: string;
} {
  if (connection.state === 'none') return { color: 'gray', label: 'Not connected' };
  if (connection.state === 'connecting') return { color: 'blue', label: 'Connecting' };
  if (connection.state === 'closed') return { color: 'gray', label: 'Ended' };
  if (conversation.isUserSpeaking) return { color: 'blue', label: 'You are speaking' };
  if (isPlaying) return { color: 'gate', label: 'The model is speaking' };
  if (conversation.isResponding) return { color: 'gate', label: 'The model is responding' };
  return { color: 'gate', label: isListening ? 'Listening' : 'Connected' };
}

/** Errors of the conversation and the microphone, and the reason why the connection was closed. */
function ConversationErrors({
  realtime: { connection, conversation, microphoneError },
}: {
  realtime: Realtime;
}) {
  return (
    <>
      {conversation.error === undefined ? null : (
        <Alert color="red" icon={<IconAlertTriangle />} title={conversation.error} role="alert">
          {connection.state === 'open'
            ? 'The session is still open. Try again, or end it and try another model.'
            : null}
        </Alert>
      )}
      {microphoneError === undefined ? null : (
        <Alert color="red" icon={<IconMicrophoneOff />} title="No microphone" role="alert">
          {microphoneError}
        </Alert>
      )}
      {connection.state === 'closed' ? (
        <Alert color={connection.code === 1000 ? 'gray' : 'yellow'} title={describeClose(connection.code)}>
          {connection.code === 1000 ? null : `Close code ${connection.code}`}
        </Alert>
      ) : null}
    </>
  );
}

function EmptyConversation({ connection }: { connection: Connection }) {
  if (connection.state === 'open') {
    return (
      <EmptyState icon={IconWaveSine} title="Connected">
        Type a message below, or turn on the microphone and speak. The model responds when you pause.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={IconWaveSine} title="No conversation yet">
      Connect, then type or speak. You hear responses as they are generated, and both sides are transcribed.
    </EmptyState>
  );
}

function Facts({ realtime: { conversation, sessionName } }: { realtime: Realtime }) {
  const { firstWordMs, tokens } = conversation;
  const costUsd = useSessionCost(sessionName, tokens.input + tokens.output);
  return (
    <Group gap="xs">
      {firstWordMs === undefined ? null : (
        <Fact name="First word" explanation="From the end of your message to the first word of the response">
          {formatDuration(firstWordMs)}
        </Fact>
      )}
      {tokens.input + tokens.output === 0 ? null : (
        <Fact name="Tokens" explanation="Input and output tokens of this conversation">
          {formatCount(tokens.input)} in, {formatCount(tokens.output)} out
        </Fact>
      )}
      <CostFact costUsd={costUsd} />
    </Group>
  );
}

function getUserTexts({ lines }: Conversation): string[] {
  return lines.filter(({ speaker, text }) => speaker === 'you' && text !== '').map(({ text }) => text);
}

/** The transcript of both sides. */
function ConversationLines({ lines }: { lines: readonly Line[] }) {
  const log = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (lines.length > 0) log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [lines]);
  return (
    <Box ref={log} role="log" aria-label="Transcript" tabIndex={0} className={classes.log}>
      {lines.map((line) => (
        <ConversationLine key={line.id} line={line} />
      ))}
    </Box>
  );
}

function ConversationLine({ line: { speaker, text, state } }: { line: Line }) {
  return (
    <Box className={speaker === 'you' ? classes.you : classes.model}>
      <Group gap="xs" mb={2}>
        <Text size="xs" fw={600}>
          {speaker === 'you' ? 'You' : 'Model'}
        </Text>
        {state === 'interrupted' ? (
          <Badge size="xs" variant="light" color="gray">
            Interrupted
          </Badge>
        ) : null}
      </Group>
      <Text size="sm" c={text === '' ? 'dimmed' : undefined}>
        {text === '' ? getPlaceholder(speaker, state) : text}
      </Text>
    </Box>
  );
}

function getPlaceholder(speaker: Line['speaker'], state: Line['state']): string {
  if (state === 'untranscribed') return 'This could not be transcribed.';
  if (state === 'interrupted') return 'Interrupted before any speech.';
  return speaker === 'you' ? 'Transcribing…' : '…';
}
