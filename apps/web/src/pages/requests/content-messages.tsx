import { Paper, Stack, Text } from '@mantine/core';
import { type RequestContent } from './content-queries.js';

const SPEAKERS: Readonly<Record<RequestContent['messages'][number]['role'], string>> = {
  system: 'System',
  user: 'User',
  assistant: 'Assistant',
  tool: 'Tool',
};

/** The messages of the conversation in order. */
export function ContentMessages({ content: { messages, answer_text: answer } }: { content: RequestContent }) {
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
