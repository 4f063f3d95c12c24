import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';

export interface Confirmation {
  title: string;
  /** What will happen, and whether it can be undone. */
  consequence: string;
  /** The deed itself, such as "Revoke". */
  verb: string;
  onConfirm: () => void;
}

export function confirm({ title, consequence, verb, onConfirm }: Confirmation): void {
  modals.openConfirmModal({
    title,
    children: <Text size="sm">{consequence}</Text>,
    labels: { confirm: verb, cancel: 'Cancel' },
    confirmProps: { color: 'red' },
    onConfirm,
  });
}
