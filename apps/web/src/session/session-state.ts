import { type QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.js';
import { type Schema, getAnswer, api } from '../api/client.js';
import { userStorage } from './user-storage.js';

/**
 * Whether this browser has a session. Scripts cannot read the cookie, and requesting the session for people who only use
 * the playground would be a refused request on every visit.
 */
const KEY = 'modelgate-signed-in';

const rememberedSession = {
  exists: (): boolean => localStorage.getItem(KEY) !== null,
  remember: (): void => localStorage.setItem(KEY, 'yes'),
  forget: (): void => localStorage.removeItem(KEY),
};

export type SignedIn = Schema<'SessionView'>;

/** Why no user is signed in any more: the session expired or was ended elsewhere, or the user signed out. */
export type SessionEnding = 'over' | 'signed-out';

export interface SessionState {
  user: SignedIn | null;
  ending?: SessionEnding;
  /** The session of `user` has expired while a page was open. The page stays, and the user can sign in again over it. */
  isExpired?: boolean;
}

export const SESSION_QUERY = ['session'] as const;

/** The error codes for requests without a session, or with one that has expired. */
const REFUSALS: readonly (string | undefined)[] = ['not_signed_in', 'session_over'];

export async function fetchSession(client: QueryClient): Promise<SessionState> {
  const known = client.getQueryData<SessionState>(SESSION_QUERY);
  if (!rememberedSession.exists()) return known ?? { user: null };
  try {
    const user = await getAnswer(api.GET('/api/session'));
    // Another tab has signed in, and this page shows data of the user before.
    return known?.isExpired === true && known.user?.name !== user.name ? known : { user };
  } catch (error) {
    if (!isSessionRefusal(error)) throw error;
    if (known?.user) return { user: known.user, isExpired: true };
    rememberedSession.forget();
    return { user: null, ending: 'over' };
  }
}

/** Cached data of another user is removed. */
export function beginSession(client: QueryClient, user: SignedIn): void {
  rememberedSession.remember();
  client.removeQueries({ type: 'inactive' });
  client.setQueryData<SessionState>(SESSION_QUERY, { user });
}

/** The same user has signed in again: the open page continues with it, and requests that failed are sent again. */
export function resumeSession(client: QueryClient, user: SignedIn): void {
  beginSession(client, user);
  void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_QUERY[0] });
}

export function endSession(client: QueryClient, ending: SessionEnding): void {
  rememberedSession.forget();
  userStorage.removeAll();
  client.setQueryData<SessionState>(SESSION_QUERY, { user: null, ending });
}

/** Called for every failed request: one that is refused for its session marks the session as expired. */
export function noticeSessionEnd(client: QueryClient, error: Error): void {
  if (!isSessionRefusal(error)) return;
  const known = client.getQueryData<SessionState>(SESSION_QUERY);
  if (!known?.user) return;
  // It stays remembered, so that the sign-in page can say what happened if this page is loaded again.
  client.setQueryData<SessionState>(SESSION_QUERY, { user: known.user, isExpired: true });
}

function isSessionRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && REFUSALS.includes(error.code);
}
