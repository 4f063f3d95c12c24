import { useEffect, useRef } from 'react';
import { type LeaveWarning, addLeaveWarning } from './leave-warnings.js';

/** While the component is mounted, asks for confirmation before a link, the back button, a closed dialog or a closed tab. */
export function useLeaveWarning(warning: LeaveWarning): void {
  const latest = useRef(warning);
  useEffect(() => {
    latest.current = warning;
  });
  const { title, consequence, verb } = warning;
  useEffect(
    () =>
      addLeaveWarning({
        title,
        consequence,
        verb,
        isActive: () => latest.current.isActive(),
        canLeaveTo: (next) => latest.current.canLeaveTo?.(next) === true,
      }),
    [title, consequence, verb],
  );
}
