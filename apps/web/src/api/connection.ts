import { type QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { toAddress } from '../app/addresses.js';

const CHECK_INTERVAL_MS = 5_000;
/** Needs neither a session nor the database. */
const HEALTH_PATH = '/healthz';

let isConnected = true;
const listeners = new Set<() => void>();

/** Whether the gateway could be reached at the last attempt. */
export function useIsConnected(): boolean {
  return useSyncExternalStore(subscribe, () => isConnected);
}

/**
 * Watches the queries of all pages. If a request gets no response at all, the gateway is checked every few seconds. All
 * queries are refetched once it responds again.
 */
export function watchConnection(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { action } = event;
    if (action.type === 'success' && action.manual !== true) setConnected(true);
    // `fetch` throws a TypeError if there is no response. Programming errors are TypeErrors too, so check the connection.
    if (action.type === 'failed' && action.error instanceof TypeError) void check(client);
  });
  addEventListener('offline', () => void check(client));
  addEventListener('online', () => void check(client));
}

/** Whether the gateway responds, with any status. */
export async function canReachGateway(): Promise<boolean> {
  try {
    await fetch(toAddress(HEALTH_PATH), { method: 'HEAD', cache: 'no-store', credentials: 'omit' });
    return true;
  } catch {
    return false;
  }
}

let isChecking = false;

/** Checks until the gateway responds. Only one check runs at a time. */
async function check(client: QueryClient): Promise<void> {
  if (isChecking) return;
  isChecking = true;
  let wasDisconnected = !isConnected;
  while (!(await canReachGateway())) {
    setConnected(false);
    wasDisconnected = true;
    await new Promise((resolve) => setTimeout(resolve, CHECK_INTERVAL_MS));
  }
  isChecking = false;
  setConnected(true);
  if (wasDisconnected) await client.invalidateQueries();
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
