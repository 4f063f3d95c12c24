import { type QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { toAddress } from '../app/place.js';

const CHECK_EVERY_MS = 5_000;
/** Answered without a session and without the database. */
const CHECKED_PATH = '/healthz';

let isConnected = true;
const listeners = new Set<() => void>();

/** Whether the gateway could be reached when it was last tried. */
export function useIsConnected(): boolean {
  return useSyncExternalStore(subscribe, () => isConnected);
}

/**
 * Watches the requests of the pages. A request without any response means that the gateway cannot be reached; from then
 * on it is tried every few seconds, and what has failed is requested again when it is back.
 */
export function watchConnection(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { action } = event;
    if (action.type === 'success' && action.manual !== true) setConnected(true);
    // What `fetch` throws where no response came; but programming errors are TypeErrors, too.
    if (action.type === 'failed' && action.error instanceof TypeError) void check(client);
  });
  addEventListener('offline', () => void check(client));
  addEventListener('online', () => void check(client));
}

/** Whether the gateway responds at all, with whatever status. */
export async function canReachGateway(): Promise<boolean> {
  try {
    await fetch(toAddress(CHECKED_PATH), { method: 'HEAD', cache: 'no-store', credentials: 'omit' });
    return true;
  } catch {
    return false;
  }
}

let isChecking = false;

/** At most one check at a time; the next one follows a failed one after a pause. */
async function check(client: QueryClient): Promise<void> {
  if (isChecking) return;
  isChecking = true;
  let wasLost = !isConnected;
  while (!(await canReachGateway())) {
    setConnected(false);
    wasLost = true;
    await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS));
  }
  isChecking = false;
  setConnected(true);
  if (wasLost) await client.invalidateQueries();
}

function setConnected(next: boolean): void {
  if (isConnected === next) return;
  isConnected = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
