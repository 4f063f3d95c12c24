import { Text } from '@mantine/core';
import { openConfirmation } from './confirmation.js';

export interface ConfirmOptions {
  title: string;
  /** What will happen, and whether it can be undone. */
  consequence: string;
  /** The label of the confirm button, such as "Revoke". */
  verb: string;
  onConfirm: () => void;
}

export function confirm({ title, consequence, verb, onConfirm }: ConfirmOptions): void {
  openConfirmation({
    title,
    content: <Text size="sm">{consequence}</Text>,
    confirmLabel: verb,
    onConfirm,
  });
}
