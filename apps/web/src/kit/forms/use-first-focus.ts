import { type RefObject, useEffect, useRef } from 'react';

/** For the field that a form begins with: it has the focus as soon as the form is there. */
export function useFirstFocus(isFirst = true): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFirst) field.current?.focus();
  }, [isFirst]);
  return field;
}
