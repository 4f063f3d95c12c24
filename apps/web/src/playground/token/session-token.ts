import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, getAnswer } from '../../api/client.js';
import { useSession } from '../../session/session-provider.js';

/** The token is valid for one hour, and each request for it extends that to one hour from now. */
const RENEW_EVERY_MS = 15 * 60_000;

export interface SessionToken {
  token: string | undefined;
  /** The e-mail address of the signed-in user. */
  person: string | undefined;
  canUse: boolean;
  isOpening: boolean;
  error: Error | null;
  ask: () => void;
}

/** The token that the gateway issues for the session of the signed-in user. It is loaded only if `isWanted`. */
export function useSessionToken(isWanted: boolean): SessionToken {
  const { user, error: sessionError } = useSession();
  const person = user?.kind === 'user' && !user.must_change_password ? user.name : undefined;
  const isAsked = isWanted && person !== undefined;
  const { data, error, refetch } = useQuery({
    queryKey: ['playground-token', person],
    queryFn: () => getAnswer(api.POST('/api/playground/token')),
    enabled: isAsked,
    staleTime: RENEW_EVERY_MS,
    refetchInterval: RENEW_EVERY_MS,
    gcTime: 0,
  });
  const ask = useCallback(() => void refetch(), [refetch]);
  const isKnown = user !== undefined || sessionError !== null;
  return {
    token: isAsked ? data?.key : undefined,
    person,
    canUse: person !== undefined,
    isOpening: isWanted && (isAsked ? data === undefined && error === null : !isKnown),
    error: isAsked && data === undefined ? error : null,
    ask,
  };
}
