import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, unwrapResponse } from '../../api/client.js';
import { useSession } from '../../session/session-provider.js';

/** The token is valid for one hour, and each request for it extends that to one hour from now. */
const RENEW_EVERY_MS = 15 * 60_000;

export interface SessionToken {
  token: string | undefined;
  /** The e-mail address of the signed-in user. */
  userName: string | undefined;
  canUse: boolean;
  isLoading: boolean;
  error: Error | null;
  reload: () => void;
}

/** The token that the gateway issues for the session of the signed-in user. It is loaded only if `isNeeded`. */
export function useSessionToken(isNeeded: boolean): SessionToken {
  const { user, error: sessionError } = useSession();
  const userName = user?.kind === 'user' && !user.must_change_password ? user.name : undefined;
  const isEnabled = isNeeded && userName !== undefined;
  const { data, error, refetch } = useQuery({
    queryKey: ['playground-token', userName],
    queryFn: () => unwrapResponse(api.POST('/api/playground/token')),
    enabled: isEnabled,
    staleTime: RENEW_EVERY_MS,
    refetchInterval: RENEW_EVERY_MS,
    gcTime: 0,
  });
  const reload = useCallback(() => void refetch(), [refetch]);
  const isSessionLoaded = user !== undefined || sessionError !== null;
  return {
    token: isEnabled ? data?.key : undefined,
    userName,
    canUse: userName !== undefined,
    isLoading: isNeeded && (isEnabled ? data === undefined && error === null : !isSessionLoaded),
    error: isEnabled && data === undefined ? error : null,
    reload,
  };
}
