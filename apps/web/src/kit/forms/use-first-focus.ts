import { type RefObject, useEffect, useRef } from 'react';

/** For the field that a form begins with: it has the focus as soon as the form is there. */
export function useFirstFocus<Field extends HTMLElement = HTMLInputElement>(
  isFirst = true,
): RefObject<Field | null> {
  const field = useRef<Field>(null);
  useEffect(() => {
    if (isFirst) field.current?.focus();
  }, [isFirst]);
  return field;
}
