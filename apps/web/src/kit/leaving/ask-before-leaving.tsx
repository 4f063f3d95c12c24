import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type HeldThing, findHeld } from './held-things.js';

export interface Leaving {
  onLeave: () => void;
  onStay?: () => void;
}

/** Leaves at once where nothing would be lost, as a dialog does that is closed. */
export function leaveIfNothingIsLost(onLeave: () => void): void {
  const held = findHeld();
  if (held === undefined) onLeave();
  else askBeforeLeaving(held, { onLeave });
}

export function askBeforeLeaving({ title, consequence, verb }: HeldThing, leaving: Leaving): void {
  let isLeaving = false;
  modals.openConfirmModal({
    title,
    children: <Text size="sm">{consequence}</Text>,
    labels: { confirm: verb, cancel: 'Stay' },
    confirmProps: { color: 'red' },
    cancelProps: { 'data-autofocus': true },
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
