import { type NotificationData } from '@mantine/notifications';
import { loadPart } from './load-part.js';

export function tellDone(message: string): void {
  void show({ message, color: 'gate' });
}

export function tellFailure(error: Error): void {
  void show({ title: 'Action failed', message: error.message, color: 'red', autoClose: 10_000 });
}

/** Called once the first notification is there. */
let showArea: (() => void) | undefined;
let isAreaNeeded = false;

/** The library is loaded with the first notification. */
async function show(notification: NotificationData & { message: string }): Promise<void> {
  try {
    const { notifications } = await loadPart(() => import('@mantine/notifications'));
    notifications.show(notification);
  } catch {
    window.alert(notification.message);
  }
  isAreaNeeded = true;
  showArea?.();
}

/** For `useSyncExternalStore`: whether there has been a notification. */
export const notificationArea = {
  isNeeded: (): boolean => isAreaNeeded,
  subscribe: (listener: () => void): (() => void) => {
    showArea = listener;
    return () => (showArea = undefined);
  },
};
