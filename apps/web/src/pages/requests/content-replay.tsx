import { Button, Group } from '@mantine/core';
import { IconColumns2, IconMessage } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { loadPart } from '../../kit/load-part.js';
import { type RequestContent } from './content-queries.js';

/** Opens a recorded conversation in the playground. Only chat requests with a user message can be opened. */
export function ContentReplay({ content }: { content: RequestContent }) {
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
