import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type PropsWithChildren, createContext, use, useDeferredValue, useMemo } from 'react';
import {
  SESSION_QUERY,
  type SessionEnding,
  type SessionUser,
  beginSession,
  endSession,
  fetchSession,
  resumeSession,
} from './session-state.js';

export type { SessionUser } from './session-state.js';

export interface Session {
  /** Undefined while it is loading, null if no user is signed in. */
  user: SessionUser | null | undefined;
  /** Why the user is no longer signed in. */
  ending: SessionEnding | undefined;
  /** The session expired while a page was open. The user has to sign in again. */
  isExpired: boolean;
  /** Why the session could not be loaded. */
  error: Error | null;
  /** Reloads the session. */
  refresh: () => Promise<void>;
  begin: (user: SessionUser) => void;
  /** Continues an expired session of the same user. */
  resume: (user: SessionUser) => void;
  end: (ending: SessionEnding) => void;
}

const SessionContext = createContext<Session | undefined>(undefined);

export function SessionProvider({ children }: PropsWithChildren) {
  const client = useQueryClient();
  const { data: loaded, error } = useQuery({
    queryKey: SESSION_QUERY,
    queryFn: () => fetchSession(client),
    staleTime: 60_000,
  });
  // The whole page waits for the session. Deferring the value lets React split the first render into short tasks.
  const isLoaded = useDeferredValue(loaded !== undefined);
  const data = isLoaded ? loaded : undefined;
  const session = useMemo(
    () => ({
      user: data?.user,
      ending: data?.ending,
      isExpired: data?.isExpired === true,
      error,
      refresh: () => client.invalidateQueries({ queryKey: SESSION_QUERY }),
      begin: (user: SessionUser) => beginSession(client, user),
      resume: (user: SessionUser) => resumeSession(client, user),
      end: (ending: SessionEnding) => endSession(client, ending),
    }),
    [data, error, client],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = use(SessionContext);
  if (session === undefined) throw new Error('useSession needs a SessionProvider.');
  return session;
}
