import { Text } from '@mantine/core';
import { openConfirmation } from '../confirm/confirmation.js';
import { type LeaveWarning, findLeaveWarning } from './leave-warnings.js';

export interface LeaveCallbacks {
  onLeave: () => void;
  onStay?: () => void;
}

/** Calls `onLeave` at once if nothing would be lost, otherwise after the user has confirmed it. */
export function leaveAfterWarning(onLeave: () => void): void {
  const warning = findLeaveWarning();
  if (warning === undefined) onLeave();
  else askBeforeLeaving(warning, { onLeave });
}

export function askBeforeLeaving(
  { title, consequence, verb }: LeaveWarning,
  callbacks: LeaveCallbacks,
): void {
  let isLeaving = false;
  openConfirmation({
    title,
    content: <Text size="sm">{consequence}</Text>,
    confirmLabel: verb,
    cancelLabel: 'Stay',
    hasFocusOnCancel: true,
    zIndex: 400,
    onConfirm: () => {
      isLeaving = true;
      callbacks.onLeave();
    },
    onClose: () => {
      if (!isLeaving) callbacks.onStay?.();
    },
  });
}
