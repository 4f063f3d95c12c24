import { Button, Code, Group, Paper, Stack, Text } from '@mantine/core';
import { IconTool } from '@tabler/icons-react';
import { useState } from 'react';
import { GrowingTextarea } from '../../../kit/forms/growing-textarea.js';
import { useReplyOptions } from '../reply-options-context.js';
import { chatStore } from '../chat-store.js';
import { type ToolCall } from '../conversation.js';
import classes from './turns.module.css';

interface ToolCallsProps {
  calls: readonly ToolCall[];
  columnId: string;
  /** Whether the model waits for the results. */
  isPending: boolean;
}

export function ToolCalls({ calls, columnId, isPending }: ToolCallsProps) {
  if (calls.length === 0) return null;
  return (
    <Stack gap="xs">
      {calls.map((call) => (
        <CallView key={call.key} call={call} />
      ))}
      {isPending ? <ResultsForm calls={calls} columnId={columnId} /> : null}
    </Stack>
  );
}

function CallView({ call: { name, arguments: args } }: { call: ToolCall }) {
  return (
    <Paper withBorder p="xs">
      <Group gap={6} mb={4}>
        <IconTool size={14} aria-hidden />
        <Text size="sm">
          Calls <Code>{name}</Code>
        </Text>
      </Group>
      <Code block className={classes.code}>
        {prettyJson(args)}
      </Code>
    </Paper>
  );
}

function ResultsForm({ calls, columnId }: Pick<ToolCallsProps, 'calls' | 'columnId'>) {
  const replyOptions = useReplyOptions();
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const send = (): void => {
    if (replyOptions === undefined) return;
    const results = calls.map(({ key, id, name }) => ({ callId: id, name, content: texts[key] ?? '' }));
    chatStore.sendToolResults(columnId, results, replyOptions);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Stack gap="xs">
        {calls.map(({ key, name }) => (
          <GrowingTextarea
            key={key}
            label={`Result of ${name}`}
            placeholder='{"temperature": 21}'
            size="xs"
            maxRows={8}
            value={texts[key] ?? ''}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setTexts((current) => ({ ...current, [key]: value }));
            }}
          />
        ))}
        <Group justify="flex-end">
          <Button type="submit" size="xs" disabled={replyOptions === undefined}>
            {calls.length === 1 ? 'Send result' : 'Send results'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Indents JSON; other text is returned unchanged. */
function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
