import { useEffect, useRef } from 'react';
import { type HeldThing, hold } from './held-things.js';

/** Asks before this is left by a link, the back button, a closed dialog or a closed tab. */
export function useLeaveWarning(thing: HeldThing): void {
  const newest = useRef(thing);
  useEffect(() => {
    newest.current = thing;
  });
  const { title, consequence, verb } = thing;
  useEffect(
    () =>
      hold({
        title,
        consequence,
        verb,
        isHeld: () => newest.current.isHeld(),
        mayLeaveTo: (next) => newest.current.mayLeaveTo?.(next) === true,
      }),
    [title, consequence, verb],
  );
}
