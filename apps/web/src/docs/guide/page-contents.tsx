import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { afterLayout } from '../../kit/after-layout.js';
import classes from './page-contents.module.css';
import { type SectionLink } from './guide-content.js';

/** Below the header of the page, in pixels: a heading above this line is that of the current section. */
const READING_LINE = 96;

/** The sections of a page as links, the current one marked. Beside the text on wide screens, folded above it on others. */
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

/** The id of the section that is being read. */
function useCurrentSection(sections: readonly SectionLink[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    let frame = 0;
    const find = (): void => {
      const passed = sections.filter(({ id }) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top;
        return top !== undefined && top <= READING_LINE;
      });
      const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
      setCurrent((isAtEnd && window.scrollY > 0 ? sections : passed).at(-1)?.id);
    };
    const onScroll = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(find);
    };
    const cancel = afterLayout(document.documentElement, find);
    addEventListener('scroll', onScroll, { passive: true });
    return () => {
      cancel();
      cancelAnimationFrame(frame);
      removeEventListener('scroll', onScroll);
    };
  }, [sections]);
  return current;
}
