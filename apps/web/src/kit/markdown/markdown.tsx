import { Text } from '@mantine/core';
import { Suspense, lazy, memo } from 'react';
import { loadPart } from '../load-part.js';

const RenderedMarkdown = lazy(() =>
  loadPart(async () => ({ default: (await import('./rendered-markdown.js')).RenderedMarkdown })),
);

/** Text by strangers, models above all: no HTML of theirs is taken, nothing is loaded, links are only what they seem. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  return (
    <Suspense
      fallback={
        <Text component="div" size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {text}
        </Text>
      }
    >
      <RenderedMarkdown text={text} />
    </Suspense>
  );
});
