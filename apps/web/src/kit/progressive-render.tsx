import { Children, type ReactNode, startTransition, useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** The key that the router gives to the location of the initial page load. */
const FIRST_LOCATION = 'default';

interface ProgressiveRenderProps {
  /** The number of children in the first render: enough to fill the window. */
  first: number;
  /** The number of children that each further render adds. */
  step?: number;
  children: ReactNode;
}

/**
 * Renders its children in several steps on the initial page load, so that the browser can handle input in between. After a
 * navigation it renders all children at once, because the scroll position can be restored only on a page of full height.
 */
export function ProgressiveRender({ first, step = 1, children }: ProgressiveRenderProps) {
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
