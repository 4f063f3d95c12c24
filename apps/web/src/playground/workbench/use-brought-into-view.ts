import { type RefObject, useEffect, useRef } from 'react';

/** On a phone, what happens is below what was pressed: it is brought into view when it begins. */
export function useBroughtIntoView(hasBegun: boolean): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hasBegun) place.current?.scrollIntoView({ block: 'nearest' });
  }, [hasBegun]);
  return place;
}
