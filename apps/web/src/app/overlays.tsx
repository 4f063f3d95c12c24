import { type ComponentType, Suspense, lazy, useEffect, useSyncExternalStore } from 'react';
import { type ShownConfirmation, closeConfirmation, useConfirmation } from '../kit/confirm/confirmation.js';
import { loadChunk } from '../kit/load-chunk.js';
import { notificationArea } from '../kit/notify.js';
import { useSession } from '../session/session-provider.js';
import { loadAccountMenu } from '../shell/account-button.js';
import { loadQuickSearch } from '../shell/quick/quick-navigation.js';

const SignInAgain = lazy(() =>
  loadChunk(async () => ({ default: (await import('../session/sign-in-again.js')).SignInAgain })),
);

const loadNotifications = () => import('./notifications.js');
const loadConfirmation = () => import('../kit/confirm/confirmation-dialog.js');

const NotificationArea = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    return { default: (await loadChunk(loadNotifications)).NotificationArea };
  } catch {
    return { default: () => null };
  }
});

const ConfirmationDialog = lazy(async (): Promise<{ default: ComponentType<ShownConfirmation> }> => {
  try {
    return { default: (await loadChunk(loadConfirmation)).ConfirmationDialog };
  } catch {
    return { default: MissingDialog };
  }
});

/** Replaces a confirmation dialog that cannot be loaded. The action is cancelled. */
function MissingDialog({ isOpen }: ShownConfirmation) {
  useEffect(() => {
    if (!isOpen) return;
    window.alert('A part of the console could not be loaded. Reload the page and try again.');
    closeConfirmation();
  }, [isOpen]);
  return null;
}

/** Waits until the page has loaded. Then loads what it may need later, so that it is available if the connection is lost. */
const PRELOAD_DELAY_MS = 5_000;

function usePreloading(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      void Promise.allSettled([
        loadNotifications(),
        loadConfirmation(),
        loadAccountMenu(),
        loadQuickSearch(),
      ]);
    }, PRELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
}

/** Rendered outside of the router, so that they are above every page and keep its state. Each one is loaded on first use. */
export function Overlays() {
  const hasNotified = useSyncExternalStore(notificationArea.subscribe, notificationArea.isNeeded);
  const shown = useConfirmation();
  const { user, isExpired } = useSession();
  usePreloading();
  return (
    <>
      <Suspense>{hasNotified ? <NotificationArea /> : null}</Suspense>
      <Suspense>{shown === undefined ? null : <ConfirmationDialog {...shown} />}</Suspense>
      <Suspense>{user && isExpired ? <SignInAgain email={user.name} /> : null}</Suspense>
    </>
  );
}
