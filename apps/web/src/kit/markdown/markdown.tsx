import { Text } from '@mantine/core';
import { Suspense, lazy, memo } from 'react';
import { loadChunk } from '../load-chunk.js';

const RenderedMarkdown = lazy(() =>
  loadChunk(async () => ({ default: (await import('./rendered-markdown.js')).RenderedMarkdown })),
);

/** Renders untrusted Markdown, such as the output of a model: raw HTML is ignored, images are not loaded, links are checked. */
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
