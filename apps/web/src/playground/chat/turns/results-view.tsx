import { Code, Paper, Stack, Text } from '@mantine/core';
import { type ResultsTurn } from '../conversation.js';
import classes from './turns.module.css';

export function ResultsView({ turn: { results } }: { turn: ResultsTurn }) {
  return (
    <Stack gap="xs">
      {results.map(({ callId, name, content }) => (
        <Paper key={callId} withBorder p="xs">
          <Text size="xs" c="dimmed" mb={4}>
            Result of <Code>{name}</Code>
          </Text>
          <Code block className={classes.code}>
            {content}
          </Code>
        </Paper>
      ))}
    </Stack>
  );
}
