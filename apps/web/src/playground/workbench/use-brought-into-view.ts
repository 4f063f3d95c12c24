import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls the element into view when `hasBegun` becomes true. On a phone, the result is below the button and may not be visible. */
export function useBroughtIntoView(hasBegun: boolean): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hasBegun) place.current?.scrollIntoView({ block: 'nearest' });
  }, [hasBegun]);
  return place;
}
