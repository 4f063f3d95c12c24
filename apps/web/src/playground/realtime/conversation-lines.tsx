import { Badge, Box, Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import classes from './conversation-lines.module.css';
import { type Line } from './conversation.js';

/** Both sides, written down as they speak. */
export function ConversationLines({ lines }: { lines: readonly Line[] }) {
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
        {state === 'cut' ? (
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
  if (state === 'unheard') return 'This could not be understood.';
  if (state === 'cut') return 'Nothing was said yet.';
  return speaker === 'you' ? 'Writing down what you said …' : '…';
}
