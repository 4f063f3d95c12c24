import { Anchor, Box } from '@mantine/core';
import { type ReactNode, useEffect, useMemo } from 'react';
import { type Components } from 'react-markdown';
import { Link, useLocation, useParams } from 'react-router';
import { getText } from '../../kit/markdown/get-text.js';
import { RenderedMarkdown } from '../../kit/markdown/rendered-markdown.js';
import { Loading, NotFound } from '../../shell/page-fallbacks.js';
import { ReferenceFailure } from '../reference/reference-failure.js';
import { toGuideLink, toHeadingId } from './guide-links.js';
import classes from './guide-page.module.css';
import { useGuide } from './use-guide.js';

export function GuidePage() {
  const { '*': page = '' } = useParams();
  const { data, error } = useGuide();
  const { hash } = useLocation();
  const text = data?.get(page);
  const components = useMemo(() => getComponents(page), [page]);
  useEffect(() => {
    if (text !== undefined)
      document.title = `${text.split('\n', 1)[0]?.replace(/^# /, '') ?? ''} · Modelgate`;
    if (text !== undefined && hash !== '')
      document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
  }, [text, hash]);
  if (error !== null) return <ReferenceFailure error={error} />;
  if (data === undefined) return <Loading />;
  if (text === undefined) return <NotFound />;
  return (
    <Box className={classes.guide}>
      <RenderedMarkdown key={page} text={text} components={components} toAddress={(href) => href} />
    </Box>
  );
}

function makeHeading(Tag: 'h1' | 'h2' | 'h3' | 'h4'): Components['h1'] {
  return ({ node, children }) => <Tag id={toHeadingId(getText(node))}>{children}</Tag>;
}

function getComponents(page: string): Components {
  return {
    h1: makeHeading('h1'),
    h2: makeHeading('h2'),
    h3: makeHeading('h3'),
    h4: makeHeading('h4'),
    a: ({ href = '', children }) => <GuideLink href={href} page={page} label={children} />,
  };
}

function GuideLink({ href, page, label }: { href: string; page: string; label: ReactNode }) {
  const link = toGuideLink(href, page);
  if (link === undefined) return <>{label}</>;
  if ('to' in link) {
    return (
      <Anchor inherit component={Link} to={link.to} underline="always">
        {label}
      </Anchor>
    );
  }
  return (
    <Anchor inherit href={link.address} target="_blank" rel="noopener noreferrer" underline="always">
      {label}
    </Anchor>
  );
}
