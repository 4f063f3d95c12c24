import { Text } from '@mantine/core';
import { openConfirmation } from '../confirm/confirmation.js';
import { type HeldThing, findHeld } from './held-things.js';

export interface Leaving {
  onLeave: () => void;
  onStay?: () => void;
}

/** Calls `onLeave` at once if nothing would be lost, otherwise after the user has confirmed it. */
export function leaveIfNothingIsLost(onLeave: () => void): void {
  const held = findHeld();
  if (held === undefined) onLeave();
  else askBeforeLeaving(held, { onLeave });
}

export function askBeforeLeaving({ title, consequence, verb }: HeldThing, leaving: Leaving): void {
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
      leaving.onLeave();
    },
    onClose: () => {
      if (!isLeaving) leaving.onStay?.();
    },
  });
}
