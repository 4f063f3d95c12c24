import { type QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.js';
import { type Schema, unwrapResponse, api } from '../api/client.js';
import { userStorage } from './user-storage.js';

/**
 * Whether this browser has a session. Scripts cannot read the session cookie. Without this flag, each visit of a user who is
 * not signed in (the playground needs no session) would start with a rejected request.
 */
const KEY = 'modelgate-signed-in';

const rememberedSession = {
  exists: (): boolean => localStorage.getItem(KEY) !== null,
  remember: (): void => localStorage.setItem(KEY, 'yes'),
  forget: (): void => localStorage.removeItem(KEY),
};

export type SessionUser = Schema<'SessionView'>;

/** Why the user is no longer signed in. `over`: the session expired or was ended in another browser. */
export type SessionEnding = 'over' | 'signed-out';

export interface SessionState {
  user: SessionUser | null;
  ending?: SessionEnding;
  /** The session of `user` expired while a page was open. The page stays, with a sign-in dialog on top. */
  isExpired?: boolean;
}

export const SESSION_QUERY = ['session'] as const;

/** The error codes for requests without a session or with an expired one. */
const SESSION_ERROR_CODES: readonly (string | undefined)[] = ['not_signed_in', 'session_over'];

export async function fetchSession(client: QueryClient): Promise<SessionState> {
  const current = client.getQueryData<SessionState>(SESSION_QUERY);
  if (!rememberedSession.exists()) return current ?? { user: null };
  try {
    const user = await unwrapResponse(api.GET('/api/session'));
    // Another tab signed in as another user, but this page still shows data of the previous user.
    return current?.isExpired === true && current.user?.name !== user.name ? current : { user };
  } catch (error) {
    if (!isSessionError(error)) throw error;
    if (current?.user) return { user: current.user, isExpired: true };
    rememberedSession.forget();
    return { user: null, ending: 'over' };
  }
}

/** Removes cached data, because it can belong to another user. */
export function beginSession(client: QueryClient, user: SessionUser): void {
  rememberedSession.remember();
  client.removeQueries({ type: 'inactive' });
  client.setQueryData<SessionState>(SESSION_QUERY, { user });
}

/** After the same user has signed in again, the open page continues and its queries are refetched. */
export function resumeSession(client: QueryClient, user: SessionUser): void {
  beginSession(client, user);
  void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_QUERY[0] });
}

export function endSession(client: QueryClient, ending: SessionEnding): void {
  rememberedSession.forget();
  userStorage.removeAll();
  client.setQueryData<SessionState>(SESSION_QUERY, { user: null, ending });
}

/** Called for every failed request. Marks the session as expired if the API rejected it. */
export function noticeSessionEnd(client: QueryClient, error: Error): void {
  if (!isSessionError(error)) return;
  const current = client.getQueryData<SessionState>(SESSION_QUERY);
  if (!current?.user) return;
  // The stored flag stays, so that the sign-in page can explain what happened if this page is reloaded.
  client.setQueryData<SessionState>(SESSION_QUERY, { user: current.user, isExpired: true });
}

function isSessionError(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && SESSION_ERROR_CODES.includes(error.code);
}
