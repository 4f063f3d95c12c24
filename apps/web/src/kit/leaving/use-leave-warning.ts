import { useEffect, useRef } from 'react';
import { type HeldThing, hold } from './held-things.js';

/** While the component is mounted, asks for confirmation before a link, the back button, a closed dialog or a closed tab. */
export function useLeaveWarning(warning: HeldThing): void {
  const latest = useRef(warning);
  useEffect(() => {
    latest.current = warning;
  });
  const { title, consequence, verb } = warning;
  useEffect(
    () =>
      hold({
        title,
        consequence,
        verb,
        isHeld: () => latest.current.isHeld(),
        mayLeaveTo: (next) => latest.current.mayLeaveTo?.(next) === true,
      }),
    [title, consequence, verb],
  );
}
