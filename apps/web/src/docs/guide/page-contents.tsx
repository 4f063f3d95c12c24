import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { afterLayout } from '../../kit/after-layout.js';
import classes from './page-contents.module.css';
import { type SectionLink } from './guide-content.js';

/** The last heading above this line, in pixels from the top of the window, is the current section. */
const READING_LINE = 96;

/** The table of contents of a page: next to the text on wide screens, collapsed above it on narrow ones. */
export function PageContents({ sections }: { sections: readonly SectionLink[] }) {
  const current = useCurrentSection(sections);
  const links = (
    <ul>
      {sections.map(({ id, title, level }) => (
        <li key={id} data-level={level}>
          <Link to={`#${id}`} aria-current={id === current ? 'location' : undefined}>
            {title}
          </Link>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <nav className={classes.beside} aria-label="On this page">
        <p>On this page</p>
        {links}
      </nav>
      <details className={classes.above}>
        <summary>On this page</summary>
        <nav aria-label="On this page">{links}</nav>
      </details>
    </>
  );
}

/** The id of the section at the current scroll position. */
function useCurrentSection(sections: readonly SectionLink[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    let frame = 0;
    const update = (): void => {
      const sectionsAbove = sections.filter(({ id }) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top;
        return top !== undefined && top <= READING_LINE;
      });
      const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
      setCurrent((isAtEnd && window.scrollY > 0 ? sections : sectionsAbove).at(-1)?.id);
    };
    const onScroll = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(update);
    };
    const cancel = afterLayout(document.documentElement, update);
    addEventListener('scroll', onScroll, { passive: true });
    return () => {
      cancel();
      cancelAnimationFrame(frame);
      removeEventListener('scroll', onScroll);
    };
  }, [sections]);
  return current;
}
