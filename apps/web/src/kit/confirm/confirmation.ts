import { type ReactNode, useSyncExternalStore } from 'react';

export interface Confirmation {
  title: string;
  /** What will happen, and whether it can be undone. */
  content: ReactNode;
  /** For example "Revoke". */
  confirmLabel: string;
  cancelLabel?: string;
  /** Focuses the cancel button when the dialog opens. */
  hasFocusOnCancel?: boolean;
  zIndex?: number;
  onConfirm: () => void;
  /** Called when the dialog closes, including after `onConfirm`. */
  onClose?: () => void;
}

export interface ShownConfirmation {
  confirmation: Confirmation;
  /** False while the dialog is still visible during its closing animation. */
  isOpen: boolean;
}

let shown: ShownConfirmation | undefined;
const listeners = new Set<() => void>();

function show(next: ShownConfirmation): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Opens a confirmation dialog, and cancels the one that is open. */
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

/** Undefined until the first confirmation is opened. */
export function useConfirmation(): ShownConfirmation | undefined {
  return useSyncExternalStore(subscribe, () => shown);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
