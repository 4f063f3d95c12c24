import { useQuery } from '@tanstack/react-query';
import {
  type PropsWithChildren,
  createContext,
  use,
  useCallback,
  useDeferredValue,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { callGateway } from './call.js';
import { CallError } from './call/call-error.js';
import { type ModelList, type PlaygroundModel, readModels } from './token/playground-model.js';
import { useSessionToken } from './token/session-token.js';
import { rememberedToken, tokenStore } from './token/token-store.js';

export interface PlaygroundToken {
  token: string | undefined;
  /** The signed-in user, if the token belongs to the session and was not entered. */
  userName: string | undefined;
  /** Whether a user is signed in who can use the playground without entering a token. */
  canUseSession: boolean;
  /** True until it is known whether there is a token. */
  isLoading: boolean;
  /** The models that the token may use. Undefined until they are loaded. */
  models: readonly PlaygroundModel[] | undefined;
  /** The reason why the token does not work, or why there is no token. */
  error: Error | null;
  isChecking: boolean;
  /** Loads the models again, or the token of the session if that failed. */
  check: () => void;
  setToken: (token: string) => void;
  /** Removes the token from the memory of the page and from the session storage. */
  forget: () => void;
  isRemembered: boolean;
  remember: (isRemembered: boolean) => void;
}

const TokenContext = createContext<PlaygroundToken | undefined>(undefined);

export function PlaygroundTokenProvider({ children }: PropsWithChildren) {
  const pasted = usePastedToken();
  const session = useSessionToken(pasted.token === undefined);
  const token = pasted.token ?? session.token;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['playground-models', token],
    queryFn: ({ signal }) => loadModels(token ?? '', signal),
    enabled: token !== undefined,
    retry: (failures, error) => failures < 2 && error instanceof CallError && error.status === 0,
    // The query key contains the token, so a replaced token must not stay in the cache.
    gcTime: 0,
  });
  const { userName, canUse, isLoading, error: sessionError, reload } = session;
  const value = useMemo(() => {
    const { token: pastedToken, ...actions } = pasted;
    return {
      ...actions,
      token,
      userName: pastedToken === undefined ? userName : undefined,
      canUseSession: canUse,
      isLoading,
      models: error === null ? data : undefined,
      error: token === undefined ? sessionError : error,
      isChecking: isFetching,
      check: () => void (token === undefined ? reload() : refetch()),
    };
  }, [pasted, token, userName, canUse, isLoading, sessionError, reload, data, error, isFetching, refetch]);
  // The whole page depends on this value. Deferring the change keeps the page responsive to input.
  return <TokenContext value={useDeferredValue(value)}>{children}</TokenContext>;
}

type PastedToken = Pick<PlaygroundToken, 'token' | 'setToken' | 'forget' | 'isRemembered' | 'remember'>;

function usePastedToken(): PastedToken {
  const token = useSyncExternalStore(tokenStore.subscribe, tokenStore.get);
  const [isRemembered, setIsRemembered] = useState(() => rememberedToken.read() !== undefined);
  const remember = useCallback(
    (shouldRemember: boolean) => {
      if (shouldRemember && token !== undefined) rememberedToken.store(token);
      else rememberedToken.forget();
      setIsRemembered(shouldRemember && token !== undefined);
    },
    [token],
  );
  const forget = useCallback(() => {
    rememberedToken.forget();
    setIsRemembered(false);
    tokenStore.set(undefined);
  }, []);
  const setToken = useCallback(
    (next: string) => {
      if (isRemembered) rememberedToken.store(next);
      tokenStore.set(next);
    },
    [isRemembered],
  );
  return useMemo(
    () => ({ token, setToken, forget, isRemembered, remember }),
    [token, setToken, forget, isRemembered, remember],
  );
}

export function usePlaygroundToken(): PlaygroundToken {
  const token = use(TokenContext);
  if (token === undefined) throw new Error('usePlaygroundToken needs a PlaygroundTokenProvider.');
  return token;
}

/** Why no request can be sent; undefined if requests can be sent. */
export function useTokenHint(): string | undefined {
  const { token, isLoading, canUseSession, error } = usePlaygroundToken();
  if (token !== undefined) return error === null ? undefined : 'Use a valid token';
  if (isLoading) return 'Loading…';
  return canUseSession
    ? 'The token could not be checked. Try again above.'
    : 'Sign in, or enter a token above';
}

async function loadModels(token: string, signal: AbortSignal): Promise<PlaygroundModel[]> {
  const response = await callGateway(token, { method: 'GET', path: '/v1/models' }, signal);
  return readModels(await response.json<ModelList>());
}
