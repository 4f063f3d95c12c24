import { Alert, Badge, Button, Group, Paper, Stack, Tabs, Text } from '@mantine/core';
import { IconColumns2, IconEye, IconMessage, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { CodeBlock } from '../../kit/code-block.js';
import { confirm } from '../../kit/confirm/confirm.js';
import { Loaded } from '../../kit/loaded.js';
import { formatBytes } from '../../kit/format.js';
import { tellDone, tellFailure } from '../../kit/notify.js';
import { Section } from '../../kit/section.js';
import { When } from '../../kit/when.js';
import { useSession } from '../../session/session-provider.js';
import { type RequestContent, deleteContent, oneContent } from './content-queries.js';
import { loadPart } from '../../kit/load-part.js';

interface RequestContentProps {
  id: string;
  /** When it is deleted. */
  expiresAt: string;
}

/** The recorded prompt and response. They are fetched on demand only, because every view is an entry in the audit log. */
export function RequestContentSection({ id, expiresAt }: RequestContentProps) {
  const [isWanted, setIsWanted] = useState(false);
  return (
    <Section title="Prompt and response" aside={<Expiry at={expiresAt} />}>
      {isWanted ? (
        <ShownContent id={id} />
      ) : (
        <Group gap="md">
          <Button
            variant="default"
            leftSection={<IconEye size={16} aria-hidden />}
            onClick={() => setIsWanted(true)}
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
      Will be deleted <When at={at} />
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
  const hasWords = messages.length > 0;
  return (
    <Tabs defaultValue={hasWords ? 'conversation' : 'request'} keepMounted={false}>
      <Tabs.List mb="sm">
        {hasWords ? <Tabs.Tab value="conversation">Conversation</Tabs.Tab> : null}
        <Tabs.Tab value="request">Request</Tabs.Tab>
        {answer === null ? null : <Tabs.Tab value="answer">Response</Tabs.Tab>}
      </Tabs.List>
      {hasWords ? (
        <Tabs.Panel value="conversation">
          <ContentMessages content={content} />
        </Tabs.Panel>
      ) : null}
      <Tabs.Panel value="request">
        <Side body={request.body} isCut={request.cut_off} label="the request" />
      </Tabs.Panel>
      {answer === null ? null : (
        <Tabs.Panel value="answer">
          <Side body={answer.body} isCut={answer.cut_off} label="the response" />
        </Tabs.Panel>
      )}
    </Tabs>
  );
}

function Side({ body, isCut, label }: { body: string; isCut: boolean; label: string }) {
  return (
    <Stack gap={4}>
      {isCut ? <Badge variant="default">Truncated</Badge> : null}
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
      tellDone('Prompt and response deleted.');
      await client.invalidateQueries({ queryKey: ['requests', id] });
    },
    onError: tellFailure,
  });
  if (user?.role !== 'admin') return null;
  const ask = () =>
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
      onClick={ask}
    >
      Delete
    </Button>
  );
}

/** Indents JSON; other text is returned unchanged. */
function indent(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** Opens a recorded conversation in the playground. Only chat requests with a user message can be opened. */
function ContentReplay({ content }: { content: RequestContent }) {
  const navigate = useNavigate();
  const { operation, messages, model, answer_text: answer } = content;
  if (operation !== 'chat' || !messages.some(({ role }) => role === 'user')) return <span />;
  const open = async (isCompared: boolean): Promise<void> => {
    // The playground is a separate bundle, loaded on demand.
    const { openConversation } = await loadPart(() => import('../../playground/chat/open-conversation.js'));
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

const SPEAKERS: Readonly<Record<RequestContent['messages'][number]['role'], string>> = {
  system: 'System',
  user: 'User',
  assistant: 'Assistant',
  tool: 'Tool',
};

/** The messages of the conversation in order. */
function ContentMessages({ content: { messages, answer_text: answer } }: { content: RequestContent }) {
  return (
    <Stack gap="sm">
      {messages.map(({ role, text }, position) => (
        <Message key={position} speaker={SPEAKERS[role]} text={text} />
      ))}
      {answer === null ? null : <Message speaker="Response" text={answer} isAnswer />}
    </Stack>
  );
}

interface MessageProps {
  speaker: string;
  text: string;
  isAnswer?: boolean;
}

/** Plain text: nothing in it becomes a link, an image or formatting. */
function Message({ speaker, text, isAnswer = false }: MessageProps) {
  return (
    <Paper
      withBorder
      p="sm"
      radius="md"
      bd={isAnswer ? '1px solid var(--mantine-primary-color-filled)' : undefined}
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
