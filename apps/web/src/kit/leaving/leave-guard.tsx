import { useEffect } from 'react';
import { type Location, useBlocker } from 'react-router';
import { askBeforeLeaving } from './ask-before-leaving.js';
import { findHeld } from './held-things.js';

/** Asks for confirmation before a navigation or a closed tab loses unsaved content. Rendered once, in the shell. */
export function LeaveGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isElsewhere(currentLocation, nextLocation) && findHeld(nextLocation) !== undefined,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const held = findHeld(blocker.location);
    if (held === undefined) blocker.proceed();
    else askBeforeLeaving(held, { onLeave: () => blocker.proceed(), onStay: () => blocker.reset() });
  }, [blocker]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (findHeld() !== undefined) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);
  return null;
}

function isElsewhere(current: Location, next: Location): boolean {
  return current.pathname !== next.pathname || current.search !== next.search;
}
