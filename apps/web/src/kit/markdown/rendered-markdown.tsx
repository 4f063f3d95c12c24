import { Anchor, Box, Typography } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import ReactMarkdown, { type Components, type Options } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { CopyButton } from '../copy-button.js';
import { loadPart } from '../load-part.js';
import classes from './markdown.module.css';
import { safeLink } from './safe-link.js';
import { getText } from './get-text.js';

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
  pre: ({ node, children }) => (
    <Box pos="relative">
      {/* Long lines scroll in their own box, which the keyboard must reach. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0}>{children}</pre>
      <Box pos="absolute" top={6} right={6}>
        <CopyButton value={getText(node).replace(/\n$/, '')} label="Copy the code" />
      </Box>
    </Box>
  ),
  table: ({ children }) => (
    <Box className={classes.wide} role="region" aria-label="Table" tabIndex={0}>
      <table>{children}</table>
    </Box>
  ),
};

export interface RenderedMarkdownProps {
  text: string;
  /** In the place of those for texts by strangers. */
  components?: Components;
  /** Which links are kept, and as what. */
  toAddress?: (href: string) => string | undefined;
}

export function RenderedMarkdown({ text, components, toAddress = safeLink }: RenderedMarkdownProps) {
  const highlighting = useHighlighting(text.includes('```') || text.includes('~~~'));
  return (
    <Typography className={classes.markdown}>
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={highlighting}
        components={components === undefined ? COMPONENTS : { ...COMPONENTS, ...components }}
        urlTransform={(address) => toAddress(address) ?? ''}
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
