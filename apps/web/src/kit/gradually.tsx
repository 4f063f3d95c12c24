import { Children, type ReactNode, startTransition, useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** What the router calls the location at which the browser entered the pages. */
const FIRST_LOCATION = 'default';

interface GraduallyProps {
  /** How many children are shown at once: those that fill the window. */
  first: number;
  /** How many are added at a time. */
  step?: number;
  children: ReactNode;
}

/**
 * Adds children at the end while the browser loads the first page, so that it can handle input in between. After a navigation
 * all are there at once: a scroll position can be restored only on a page of full length.
 */
export function Gradually({ first, step = 1, children }: GraduallyProps) {
  const { key, hash } = useLocation();
  const [count, setCount] = useState(key === FIRST_LOCATION && hash === '' ? first : Infinity);
  const all = Children.toArray(children);
  const isWhole = count >= all.length;
  useEffect(() => {
    if (isWhole) return;
    const timer = setTimeout(() => startTransition(() => setCount(count + step)));
    return () => clearTimeout(timer);
  }, [count, step, isWhole]);
  return isWhole ? all : all.slice(0, count);
}
