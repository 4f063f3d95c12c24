import { type RefObject, useEffect, useRef } from 'react';

/** Returns the ref for the first field of a form, which is focused when it is mounted. */
export function useFirstFocus<Field extends HTMLElement = HTMLInputElement>(
  isFirst = true,
): RefObject<Field | null> {
  const field = useRef<Field>(null);
  useEffect(() => {
    if (isFirst) field.current?.focus();
  }, [isFirst]);
  return field;
}
