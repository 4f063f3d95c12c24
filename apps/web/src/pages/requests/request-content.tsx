import { Alert, Badge, Button, Group, Paper, Stack, Tabs, Text } from '@mantine/core';
import { IconColumns2, IconEye, IconMessage, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { CodeBlock } from '../../kit/code-block.js';
import { confirm } from '../../kit/confirm/confirm.js';
import { Loaded } from '../../kit/loaded.js';
import { formatBytes } from '../../kit/format.js';
import { notifySuccess, notifyError } from '../../kit/notify.js';
import { Section } from '../../kit/section.js';
import { RelativeTime } from '../../kit/relative-time.js';
import { useSession } from '../../session/session-provider.js';
import { type RequestContent, deleteContent, oneContent } from './content-queries.js';
import { loadChunk } from '../../kit/load-chunk.js';

interface RequestContentProps {
  id: string;
  /** The time at which the content is deleted. */
  expiresAt: string;
}

/** The recorded prompt and response. They are loaded only on request, because every view creates an audit log entry. */
export function RequestContentSection({ id, expiresAt }: RequestContentProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Section title="Prompt and response" aside={<Expiry at={expiresAt} />}>
      {isShown ? (
        <ShownContent id={id} />
      ) : (
        <Group gap="md">
          <Button
            variant="default"
            leftSection={<IconEye size={16} aria-hidden />}
            onClick={() => setIsShown(true)}
          >
            Show prompt and response
          </Button>
          <Text size="sm" c="dimmed">
            Viewing is recorded in the audit log.
          </Text>
        </Group>
      )}
    </Section>
  );
}

function Expiry({ at }: { at: string }) {
  return (
    <Text size="sm" c="dimmed">
      Will be deleted <RelativeTime at={at} />
    </Text>
  );
}

function ShownContent({ id }: { id: string }) {
  return (
    <Loaded query={useQuery(oneContent(id))} h={160} aria-label="Loading prompt and response">
      {(content) => (
        <Stack gap="md">
          <Group justify="space-between" gap="xs">
            <ContentReplay content={content} />
            <DeleteButton id={id} />
          </Group>
          <ContentNotes content={content} />
          <ContentTabs content={content} />
        </Stack>
      )}
    </Loaded>
  );
}

function ContentNotes({ content: { request, answer } }: { content: RequestContent }) {
  return (
    <>
      {answer === null ? (
        <Alert color="gray">The client received an error. There is no response to show.</Alert>
      ) : null}
      {answer?.complete === false ? (
        <Alert color="yellow" title="The response is incomplete">
          The part that the client received is shown below.
        </Alert>
      ) : null}
      {request.cut_off || answer?.cut_off === true ? (
        <Alert color="gray" title="Stored in part only">
          Only the first megabyte is stored. The request has {formatBytes(request.size_bytes)}
          {answer === null ? '' : `, the response ${formatBytes(answer.size_bytes)}`}.
        </Alert>
      ) : null}
    </>
  );
}

function ContentTabs({ content }: { content: RequestContent }) {
  const { messages, request, answer } = content;
  const hasMessages = messages.length > 0;
  return (
    <Tabs defaultValue={hasMessages ? 'conversation' : 'request'} keepMounted={false}>
      <Tabs.List mb="sm">
        {hasMessages ? <Tabs.Tab value="conversation">Conversation</Tabs.Tab> : null}
        <Tabs.Tab value="request">Request</Tabs.Tab>
        {answer === null ? null : <Tabs.Tab value="answer">Response</Tabs.Tab>}
      </Tabs.List>
      {hasMessages ? (
        <Tabs.Panel value="conversation">
          <ContentMessages content={content} />
        </Tabs.Panel>
      ) : null}
      <Tabs.Panel value="request">
        <BodyPanel body={request.body} isTruncated={request.cut_off} label="the request" />
      </Tabs.Panel>
      {answer === null ? null : (
        <Tabs.Panel value="answer">
          <BodyPanel body={answer.body} isTruncated={answer.cut_off} label="the response" />
        </Tabs.Panel>
      )}
    </Tabs>
  );
}

function BodyPanel({ body, isTruncated, label }: { body: string; isTruncated: boolean; label: string }) {
  return (
    <Stack gap={4}>
      {isTruncated ? <Badge variant="default">Truncated</Badge> : null}
      <CodeBlock code={indent(body)} label={label} />
    </Stack>
  );
}

function DeleteButton({ id }: { id: string }) {
  const { user } = useSession();
  const client = useQueryClient();
  const deletion = useMutation({
    mutationFn: () => deleteContent(id),
    onSuccess: async () => {
      notifySuccess('Prompt and response deleted.');
      await client.invalidateQueries({ queryKey: ['requests', id] });
    },
    onError: notifyError,
  });
  if (user?.role !== 'admin') return null;
  const confirmDeletion = () =>
    confirm({
      title: 'Delete prompt and response?',
      consequence: 'Usage and cost of the request are kept. This cannot be undone.',
      verb: 'Delete',
      onConfirm: () => deletion.mutate(),
    });
  return (
    <Button
      variant="subtle"
      color="red"
      size="xs"
      leftSection={<IconTrash size={14} aria-hidden />}
      loading={deletion.isPending}
      onClick={confirmDeletion}
    >
      Delete
    </Button>
  );
}

/** Indents JSON. Other text is returned unchanged. */
function indent(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** Buttons that open a recorded conversation in the playground. Only chat requests with a user message can be opened. */
function ContentReplay({ content }: { content: RequestContent }) {
  const navigate = useNavigate();
  const { operation, messages, model, answer_text: answer } = content;
  if (operation !== 'chat' || !messages.some(({ role }) => role === 'user')) return <span />;
  const open = async (isCompared: boolean): Promise<void> => {
    // The playground is a separate chunk, so it is loaded on demand.
    const { openConversation } = await loadChunk(() => import('../../playground/chat/open-conversation.js'));
    openConversation({ model, messages, answer: answer ?? undefined, isCompared });
    await navigate('/playground/chat');
  };
  return (
    <Group gap="xs">
      <Button
        size="xs"
        variant="default"
        leftSection={<IconMessage size={14} aria-hidden />}
        onClick={() => void open(false)}
      >
        Open in playground
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconColumns2 size={14} aria-hidden />}
        onClick={() => void open(true)}
      >
        Compare with another model
      </Button>
    </Group>
  );
}

const ROLE_LABELS: Readonly<Record<RequestContent['messages'][number]['role'], string>> = {
  system: 'System',
  user: 'User',
  assistant: 'Assistant',
  tool: 'Tool',
};

/** The recorded conversation and the response. */
function ContentMessages({ content: { messages, answer_text: answer } }: { content: RequestContent }) {
  return (
    <Stack gap="sm">
      {messages.map(({ role, text }, position) => (
        <Message key={position} speaker={ROLE_LABELS[role]} text={text} />
      ))}
      {answer === null ? null : <Message speaker="Response" text={answer} isResponse />}
    </Stack>
  );
}

interface MessageProps {
  speaker: string;
  text: string;
  isResponse?: boolean;
}

/** A message as plain text without links, images or formatting. */
function Message({ speaker, text, isResponse = false }: MessageProps) {
  return (
    <Paper
      withBorder
      p="sm"
      radius="md"
      bd={isResponse ? '1px solid var(--mantine-primary-color-filled)' : undefined}
    >
      <Text size="xs" fw={600} c="dimmed" mb={4}>
        {speaker}
      </Text>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Text>
    </Paper>
  );
}
