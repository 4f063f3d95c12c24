import { Anchor, Typography } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import ReactMarkdown, { type Components, type Options } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { loadChunk } from '../load-chunk.js';
import { getText } from './get-text.js';
import classes from './markdown.module.css';
import { MarkdownCode, MarkdownTable } from './markdown-blocks.js';
import { safeLink } from './safe-link.js';

const COMPONENTS: Components = {
  a: ({ href, children }) => {
    const address = safeLink(href);
    return address === undefined ? (
      <>{children}</>
    ) : (
      <ExternalLink address={address}>{children}</ExternalLink>
    );
  },
  // The content security policy blocks images of other hosts, because loading one would tell that host who reads the page.
  img: ({ src, alt }) => {
    const address = safeLink(typeof src === 'string' ? src : undefined);
    const label = alt === undefined || alt === '' ? 'Image' : alt;
    return address === undefined ? <>{label}</> : <ExternalLink address={address}>{label}</ExternalLink>;
  },
  pre: ({ node, children }) => <MarkdownCode text={getText(node)}>{children}</MarkdownCode>,
  table: ({ children }) => <MarkdownTable>{children}</MarkdownTable>,
};

export function RenderedMarkdown({ text }: { text: string }) {
  const highlighting = useHighlighting(text.includes('```') || text.includes('~~~'));
  return (
    <Typography className={classes.markdown}>
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={highlighting}
        components={COMPONENTS}
        urlTransform={(address) => safeLink(address) ?? ''}
      >
        {text}
      </ReactMarkdown>
    </Typography>
  );
}

type Plugins = NonNullable<Options['rehypePlugins']>;

/** The highlighter is large, so it is loaded only when there is code to highlight. */
function useHighlighting(isNeeded: boolean): Plugins {
  const [plugins, setPlugins] = useState<Plugins>([]);
  useEffect(() => {
    if (!isNeeded) return;
    let isMounted = true;
    const load = async (): Promise<void> => {
      const { default: highlight } = await loadChunk(() => import('rehype-highlight'));
      if (isMounted) setPlugins([[highlight, { detect: false }]]);
    };
    void load();
    return () => {
      isMounted = false;
    };
  }, [isNeeded]);
  return plugins;
}

function ExternalLink({ address, children }: { address: string; children: ReactNode }) {
  return (
    <Anchor inherit href={address} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </Anchor>
  );
}
