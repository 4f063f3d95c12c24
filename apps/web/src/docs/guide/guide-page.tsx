import { Anchor, Box, Typography } from '@mantine/core';
import { type ReactNode, createElement, memo, useDeferredValue, useEffect } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { ProgressiveRender } from '../../kit/progressive-render.js';
import { MarkdownCode, MarkdownTable } from '../../kit/markdown/markdown-blocks.js';
import markdown from '../../kit/markdown/markdown.module.css';
import { Loading, NotFound } from '../../shell/page-fallbacks.js';
import { ReferenceFailure } from '../reference/reference-failure.js';
import { type GuideContent, type GuideNode, getNodeText } from './guide-content.js';
import { toGuideLink } from './guide-links.js';
import classes from './guide-page.module.css';
import { PageContents } from './page-contents.js';
import { useGuidePage } from './use-guide.js';

/** The number of blocks, such as paragraphs and lists, that about fill a window. */
const BLOCKS_PER_STEP = 16;

export function GuidePage() {
  const { '*': page = '' } = useParams();
  const { data: loaded, error } = useGuidePage(page);
  // Pages are long. Deferring the value lets React split their rendering into short tasks.
  const data = useDeferredValue(loaded);
  if (error !== null) return <ReferenceFailure error={error} title="Guide" />;
  if (data === undefined) return <Loading />;
  return data === null ? (
    <NotFound home="Go to the API reference" />
  ) : (
    <GuideText key={data.title} page={page} content={data} />
  );
}

function GuideText({ page, content }: { page: string; content: GuideContent }) {
  const { hash } = useLocation();
  const { title, sections, nodes } = content;
  useEffect(() => {
    document.title = `${title} · Modelgate`;
    if (hash !== '') document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
  }, [title, hash]);
  return (
    <Box className={classes.layout}>
      {sections.length === 0 ? null : <PageContents sections={sections} />}
      <Box className={classes.guide}>
        <Typography className={markdown.markdown}>
          <ProgressiveRender first={BLOCKS_PER_STEP} step={BLOCKS_PER_STEP}>
            {nodes.map((node, position) => (
              // The nodes of a page never change, so the position is a stable key.
              <Block key={position} node={node} page={page} />
            ))}
          </ProgressiveRender>
        </Typography>
      </Box>
    </Box>
  );
}

/** A component for each block, because React can pause rendering only between components. */
const Block = memo(function Block({ node, page }: { node: GuideNode; page: string }) {
  return renderNode(node, page);
});

function renderNode(node: GuideNode, page: string): ReactNode {
  if (typeof node === 'string') return node;
  const [tag, properties, ...content] = node;
  const children = content.map((one) => renderNode(one, page));
  if (tag === 'pre') return createElement(MarkdownCode, { text: getNodeText(node) }, ...children);
  if (tag === 'table') return createElement(MarkdownTable, null, ...children);
  if (tag === 'a') return createElement(GuideLink, { href: properties['href'], page }, ...children);
  return createElement(tag, properties, ...children);
}

function GuideLink({ href, page, children }: { href: unknown; page: string; children?: ReactNode }) {
  const link = typeof href === 'string' ? toGuideLink(href, page) : undefined;
  if (link === undefined) return <>{children}</>;
  if ('to' in link) {
    return (
      <Anchor inherit component={Link} to={link.to} underline="always">
        {children}
      </Anchor>
    );
  }
  return (
    <Anchor inherit href={link.address} target="_blank" rel="noopener noreferrer" underline="always">
      {children}
    </Anchor>
  );
}
