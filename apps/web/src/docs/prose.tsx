import { Code, Text } from '@mantine/core';
import { Fragment } from 'react';

/** Renders a text; parts in backticks are shown as code. */
export function Prose({ text }: { text: string }) {
  return (
    <Text size="sm">
      {text.split('`').map((chunk, index) =>
        index % 2 === 1 ? (
          // The order of the chunks never changes, so the index is a stable key.
          <Code key={index}>{chunk}</Code>
        ) : (
          <Fragment key={index}>{chunk}</Fragment>
        ),
      )}
    </Text>
  );
}
