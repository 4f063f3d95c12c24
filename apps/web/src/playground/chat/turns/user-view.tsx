import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { GrowingTextarea } from '../../../kit/forms/growing-textarea.js';
import { useReplyOptions } from '../reply-options-context.js';
import { chatStore } from '../chat-store.js';
import { sendOnEnter } from '../send-on-enter.js';
import { type UserTurn } from '../conversation.js';
import { ImageRow } from './image-row.js';
import classes from './turns.module.css';
import { Tooltip } from '../../../kit/tooltip.js';

export interface UserViewProps {
  turn: UserTurn;
  messageIndex: number;
}

export function UserView({ turn, messageIndex }: UserViewProps) {
  const [isEditing, setIsEditing] = useState(false);
  if (isEditing)
    return <MessageEditor turn={turn} messageIndex={messageIndex} onEnd={() => setIsEditing(false)} />;
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end" align="flex-start">
      <Tooltip label="Edit and send again">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Edit and send again"
          onClick={() => setIsEditing(true)}
        >
          <IconPencil size={16} />
        </ActionIcon>
      </Tooltip>
      <div className={classes.user}>
        <ImageRow images={turn.images} />
        <Text size="sm" className={classes.userText}>
          {turn.text}
        </Text>
      </div>
    </Group>
  );
}

function MessageEditor({ turn, messageIndex, onEnd }: UserViewProps & { onEnd: () => void }) {
  const replyOptions = useReplyOptions();
  const [text, setText] = useState(turn.text);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const send = (): void => {
    if (replyOptions === undefined || text.trim() === '') return;
    onEnd();
    chatStore.replaceMessage(messageIndex, { ...turn, text: text.trim() }, replyOptions);
  };
  return (
    <Stack gap="xs">
      <ImageRow images={turn.images} />
      <GrowingTextarea
        aria-label="Your message"
        description="Replaces this message and all that follow, in every column."
        maxRows={12}
        ref={field}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={sendOnEnter(send)}
      />
      <Group gap="xs" justify="flex-end">
        <Button size="xs" variant="default" onClick={onEnd}>
          Cancel
        </Button>
        <Button size="xs" disabled={replyOptions === undefined || text.trim() === ''} onClick={send}>
          Send again
        </Button>
      </Group>
    </Stack>
  );
}
