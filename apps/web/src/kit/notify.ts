import { type NotificationData } from '@mantine/notifications';
import { loadChunk } from './load-chunk.js';

export function notifySuccess(message: string): void {
  void show({ message, color: 'gate' });
}

export function notifyError(error: Error): void {
  void show({ title: 'Action failed', message: error.message, color: 'red', autoClose: 10_000 });
}

/** Called when the first notification is shown. */
let onFirstNotification: (() => void) | undefined;
let isAreaNeeded = false;

/** Loads the notification library on first use. */
async function show(notification: NotificationData & { message: string }): Promise<void> {
  try {
    const { notifications } = await loadChunk(() => import('@mantine/notifications'));
    notifications.show(notification);
  } catch {
    window.alert(notification.message);
  }
  isAreaNeeded = true;
  onFirstNotification?.();
}

/** A store for `useSyncExternalStore`: whether a notification has been shown. */
export const notificationArea = {
  isNeeded: (): boolean => isAreaNeeded,
  subscribe: (listener: () => void): (() => void) => {
    onFirstNotification = listener;
    return () => (onFirstNotification = undefined);
  },
};
