import { type RefObject, useEffect, useRef } from 'react';

/** Focuses the first field of a form when the form appears. */
export function useFirstFocus<Field extends HTMLElement = HTMLInputElement>(
  isFirst = true,
): RefObject<Field | null> {
  const field = useRef<Field>(null);
  useEffect(() => {
    if (isFirst) field.current?.focus();
  }, [isFirst]);
  return field;
}
