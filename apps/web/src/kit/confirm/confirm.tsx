import { Text } from '@mantine/core';
import { openConfirmation } from './confirmation.js';

export interface Question {
  title: string;
  /** What will happen, and whether it can be undone. */
  consequence: string;
  /** What is done, such as "Revoke". */
  verb: string;
  onConfirm: () => void;
}

export function confirm({ title, consequence, verb, onConfirm }: Question): void {
  openConfirmation({
    title,
    content: <Text size="sm">{consequence}</Text>,
    confirmLabel: verb,
    onConfirm,
  });
}
