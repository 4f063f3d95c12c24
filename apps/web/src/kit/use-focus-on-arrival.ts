import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router';

/** The page that was shown last; undefined until the first one is, whose focus is the browser's business. */
let shownPath: string | undefined;

/**
 * Moves the focus to the heading of a page that somebody has come to, so that the keyboard goes on from there and
 * screen readers say where they are. A field that has taken the focus by then keeps it.
 */
export function useFocusOnArrival(heading: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const isArrival = shownPath !== undefined && shownPath !== pathname;
    shownPath = pathname;
    const isTaken = document.activeElement?.closest('main, [role=dialog]') != null;
    if (isArrival && !isTaken) heading.current?.focus({ preventScroll: true });
  }, [pathname, heading]);
}
