import { NavLink } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { afterLayout } from '../kit/after-layout.js';
import classes from './docs-contents.module.css';
import { GUIDE_GROUPS } from './guide/guide-pages.js';
import { useReference } from './reference/use-reference.js';

/** The parts of the API reference. Their groups come from the OpenAPI document. */
const PARTS = [
  { id: 'model', title: 'Model API' },
  { id: 'admin', title: 'Admin API' },
] as const;

/** The sidebar: all pages of the docs, in groups. */
export function DocsContents() {
  return (
    <>
      <PageLink label="API reference" to="/" />
      <PageLink label="Guide" to="/guide" />
      {GUIDE_GROUPS.map(({ title, pages }) => (
        <ContentsGroup key={title} title={title} isOpen>
          {pages.map((page) => (
            <PageLink key={page.name} label={page.title} to={`/guide/${page.name}`} />
          ))}
        </ContentsGroup>
      ))}
      {PARTS.map((part) => (
        <ReferenceGroup key={part.id} {...part} />
      ))}
    </>
  );
}

function ReferenceGroup({ id, title }: (typeof PARTS)[number]) {
  const { pathname } = useLocation();
  const isCurrent = pathname.startsWith('/api/') && pathname.startsWith('/api/admin-') === (id === 'admin');
  const [isOpen, setIsOpen] = useState(isCurrent);
  return (
    <ContentsGroup title={title} isOpen={isOpen || isCurrent} onToggle={setIsOpen}>
      {isOpen || isCurrent ? <ReferenceLinks part={id} /> : null}
    </ContentsGroup>
  );
}

function ReferenceLinks({ part }: { part: (typeof PARTS)[number]['id'] }) {
  const { data } = useReference();
  const groups = data?.parts.find(({ id }) => id === part)?.groups ?? [];
  return groups.map(({ id, title }) => <PageLink key={id} label={title} to={`/api/${id}`} />);
}

interface ContentsGroupProps {
  title: string;
  isOpen: boolean;
  onToggle?: (isOpen: boolean) => void;
  children: ReactNode;
}

function ContentsGroup({ title, isOpen, onToggle, children }: ContentsGroupProps) {
  return (
    <details
      className={classes.group}
      open={isOpen}
      onToggle={(event) => onToggle?.(event.currentTarget.open)}
    >
      <summary>{title}</summary>
      {children}
    </details>
  );
}

function PageLink({ label, to }: { label: string; to: string }) {
  const { pathname } = useLocation();
  const isCurrent = pathname === to;
  const link = useRef<HTMLAnchorElement>(null);
  // The sidebar is longer than most windows, so scroll to the current page.
  useEffect(() => {
    const element = link.current;
    if (!isCurrent || element === null) return;
    return afterLayout(element, ({ intersectionRatio }) => {
      if (intersectionRatio < 1) element.scrollIntoView({ block: 'nearest' });
    });
  }, [isCurrent]);
  return (
    <NavLink
      ref={link}
      className={classes.link}
      component={Link}
      to={to}
      label={label}
      py={5}
      active={isCurrent}
      aria-current={isCurrent ? 'page' : undefined}
    />
  );
}
