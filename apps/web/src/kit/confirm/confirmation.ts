import { type ReactNode, useSyncExternalStore } from 'react';

export interface Confirmation {
  title: string;
  /** What will happen, and whether it can be undone. */
  content: ReactNode;
  /** What is done, such as "Revoke". */
  confirmLabel: string;
  cancelLabel?: string;
  /** The button that has the focus at first, where it is not the first of the dialog. */
  hasFocusOnCancel?: boolean;
  zIndex?: number;
  onConfirm: () => void;
  /** Called after onConfirm, too. */
  onClose?: () => void;
}

export interface ShownConfirmation {
  confirmation: Confirmation;
  /** A dialog that closes is still visible for a moment. */
  isOpen: boolean;
}

let shown: ShownConfirmation | undefined;
const listeners = new Set<() => void>();

function show(next: ShownConfirmation): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Asks in a dialog. One that is open already is cancelled. */
export function openConfirmation(confirmation: Confirmation): void {
  closeConfirmation();
  show({ confirmation, isOpen: true });
}

export function closeConfirmation(): void {
  if (shown === undefined || !shown.isOpen) return;
  const { confirmation } = shown;
  show({ confirmation, isOpen: false });
  confirmation.onClose?.();
}

/** Undefined until the first one is opened. */
export function useConfirmation(): ShownConfirmation | undefined {
  return useSyncExternalStore(subscribe, () => shown);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
