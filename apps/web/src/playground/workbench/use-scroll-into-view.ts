import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls the element into view when `hasStarted` becomes true. On a phone, the result is below the button and may not be visible. */
export function useScrollIntoView(hasStarted: boolean): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hasStarted) element.current?.scrollIntoView({ block: 'nearest' });
  }, [hasStarted]);
  return element;
}
