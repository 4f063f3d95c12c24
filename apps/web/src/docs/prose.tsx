import { Code, Text } from '@mantine/core';
import { Fragment } from 'react';

/** Text in which backticks mark code. */
export function Prose({ text }: { text: string }) {
  return (
    <Text size="sm">
      {text.split('`').map((chunk, index) =>
        index % 2 === 1 ? (
          // Chunks of one text keep their order.
          <Code key={index}>{chunk}</Code>
        ) : (
          <Fragment key={index}>{chunk}</Fragment>
        ),
      )}
    </Text>
  );
}
