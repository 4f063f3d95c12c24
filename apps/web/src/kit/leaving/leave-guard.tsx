import { useEffect } from 'react';
import { type Location, useBlocker } from 'react-router';
import { askBeforeLeaving } from './ask-before-leaving.js';
import { findLeaveWarning } from './leave-warnings.js';

/** Asks for confirmation before a navigation or a closed tab loses unsaved content. Rendered once, in the shell. */
export function LeaveGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isElsewhere(currentLocation, nextLocation) && findLeaveWarning(nextLocation) !== undefined,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const warning = findLeaveWarning(blocker.location);
    if (warning === undefined) blocker.proceed();
    else askBeforeLeaving(warning, { onLeave: () => blocker.proceed(), onStay: () => blocker.reset() });
  }, [blocker]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (findLeaveWarning() !== undefined) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);
  return null;
}

function isElsewhere(current: Location, next: Location): boolean {
  return current.pathname !== next.pathname || current.search !== next.search;
}
