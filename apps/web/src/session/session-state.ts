import { type QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.js';
import { type Schema, getAnswer, api } from '../api/client.js';

/**
 * Whether somebody signed in with this browser. The cookie itself is out of a script's reach, and asking the gateway
 * on behalf of people who only use the playground would be a refused request on every visit.
 */
const KEY = 'modelgate-signed-in';

const rememberedSession = {
  exists: (): boolean => localStorage.getItem(KEY) !== null,
  remember: (): void => localStorage.setItem(KEY, 'yes'),
  forget: (): void => localStorage.removeItem(KEY),
};

export type SignedIn = Schema<'SessionView'>;

/** Why nobody is signed in who was before: the session ran out or was ended elsewhere, or the person left. */
export type SessionEnding = 'over' | 'signed-out';

export interface SessionState {
  user: SignedIn | null;
  ending?: SessionEnding;
}

export const SESSION_QUERY = ['session'] as const;

/** How the gateway refuses whoever has no session, or no longer. */
const REFUSALS: readonly (string | undefined)[] = ['not_signed_in', 'session_over'];

export async function askForSession(): Promise<SessionState> {
  if (!rememberedSession.exists()) return { user: null };
  try {
    return { user: await getAnswer(api.GET('/api/session')) };
  } catch (error) {
    if (!isSessionRefusal(error)) throw error;
    rememberedSession.forget();
    return { user: null, ending: 'over' };
  }
}

/** From now on this is who uses the console. What another person had looked at is forgotten. */
export function beginSession(client: QueryClient, user: SignedIn): void {
  rememberedSession.remember();
  client.removeQueries({ type: 'inactive' });
  client.setQueryData<SessionState>(SESSION_QUERY, { user });
}

export function endSession(client: QueryClient, ending: SessionEnding): void {
  rememberedSession.forget();
  client.setQueryData<SessionState>(SESSION_QUERY, { user: null, ending });
}

/** For every request that fails: one that says that the session is over ends it here, too. */
export function noticeSessionEnd(client: QueryClient, error: Error): void {
  if (!isSessionRefusal(error)) return;
  const known = client.getQueryData<SessionState>(SESSION_QUERY);
  if (known?.user) endSession(client, 'over');
}

function isSessionRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && REFUSALS.includes(error.code);
}
