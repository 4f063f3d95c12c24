import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type PropsWithChildren, createContext, use, useMemo } from 'react';
import {
  SESSION_QUERY,
  type SessionEnding,
  type SignedIn,
  askForSession,
  beginSession,
  endSession,
} from './session-state.js';

export type { SignedIn } from './session-state.js';

export interface Session {
  /** Undefined while it is not known yet, null where nobody is signed in. */
  user: SignedIn | null | undefined;
  /** Why somebody is no longer signed in. */
  ending: SessionEnding | undefined;
  /** Why it cannot be known who is signed in. */
  error: Error | null;
  /** Asks the gateway again. */
  refresh: () => Promise<void>;
  begin: (user: SignedIn) => void;
  end: (ending: SessionEnding) => void;
}

const SessionContext = createContext<Session | undefined>(undefined);

export function SessionProvider({ children }: PropsWithChildren) {
  const client = useQueryClient();
  const { data, error } = useQuery({ queryKey: SESSION_QUERY, queryFn: askForSession, staleTime: 60_000 });
  const session = useMemo(
    () => ({
      user: data?.user,
      ending: data?.ending,
      error,
      refresh: () => client.invalidateQueries({ queryKey: SESSION_QUERY }),
      begin: (user: SignedIn) => beginSession(client, user),
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
