import { Anchor, Typography } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import ReactMarkdown, { type Components, type Options } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { loadPart } from '../load-part.js';
import { getText } from './get-text.js';
import classes from './markdown.module.css';
import { MarkdownCode, MarkdownTable } from './markdown-blocks.js';
import { safeLink } from './safe-link.js';

const COMPONENTS: Components = {
  a: ({ href, children }) => {
    const address = safeLink(href);
    return address === undefined ? <>{children}</> : <Outside address={address}>{children}</Outside>;
  },
  // The page's policy forbids images from elsewhere, and whoever serves them would learn who reads this.
  img: ({ src, alt }) => {
    const address = safeLink(typeof src === 'string' ? src : undefined);
    const label = alt === undefined || alt === '' ? 'Image' : alt;
    return address === undefined ? <>{label}</> : <Outside address={address}>{label}</Outside>;
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

/** Knows many languages and is large: loaded when there is code to colour. */
function useHighlighting(isWanted: boolean): Plugins {
  const [plugins, setPlugins] = useState<Plugins>([]);
  useEffect(() => {
    if (!isWanted) return;
    let isHere = true;
    const load = async (): Promise<void> => {
      const { default: highlight } = await loadPart(() => import('rehype-highlight'));
      if (isHere) setPlugins([[highlight, { detect: false }]]);
    };
    void load();
    return () => {
      isHere = false;
    };
  }, [isWanted]);
  return plugins;
}

function Outside({ address, children }: { address: string; children: ReactNode }) {
  return (
    <Anchor inherit href={address} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </Anchor>
  );
}
