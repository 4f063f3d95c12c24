import { useQuery } from '@tanstack/react-query';
import {
  type PropsWithChildren,
  createContext,
  use,
  useCallback,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { callGateway } from './call.js';
import { CallError } from './call/call-error.js';
import { type ModelList, type PlaygroundModel, readModels } from './token/playground-model.js';
import { rememberedToken, tokenStore } from './token/token-store.js';

export interface PlaygroundToken {
  token: string | undefined;
  /** What the token may use. Undefined until the gateway has told. */
  models: readonly PlaygroundModel[] | undefined;
  /** Why the token does not work. */
  error: Error | null;
  isChecking: boolean;
  /** Asks the gateway again. */
  check: () => void;
  use: (token: string) => void;
  /** Out of the page's memory and out of this browser. */
  forget: () => void;
  isRemembered: boolean;
  remember: (isWanted: boolean) => void;
}

const TokenContext = createContext<PlaygroundToken | undefined>(undefined);

export function PlaygroundTokenProvider({ children }: PropsWithChildren) {
  const token = useSyncExternalStore(tokenStore.subscribe, tokenStore.get);
  const [isRemembered, setIsRemembered] = useState(() => rememberedToken.read() !== undefined);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['playground-models', token],
    queryFn: ({ signal }) => getModels(token ?? '', signal),
    enabled: token !== undefined,
    retry: (failures, error) => failures < 2 && error instanceof CallError && error.status === 0,
    // A token leaves the memory with its page: nothing is kept for one that was replaced.
    gcTime: 0,
  });
  const remember = useCallback(
    (isWanted: boolean) => {
      if (isWanted && token !== undefined) rememberedToken.keep(token);
      else rememberedToken.forget();
      setIsRemembered(isWanted && token !== undefined);
    },
    [token],
  );
  const forget = useCallback(() => {
    rememberedToken.forget();
    setIsRemembered(false);
    tokenStore.set(undefined);
  }, []);
  const take = useCallback(
    (next: string) => {
      if (isRemembered) rememberedToken.keep(next);
      tokenStore.set(next);
    },
    [isRemembered],
  );
  const value = useMemo(
    () => ({
      token,
      models: error === null ? data : undefined,
      error,
      isChecking: isFetching,
      check: () => void refetch(),
      use: take,
      forget,
      isRemembered,
      remember,
    }),
    [token, data, error, isFetching, refetch, take, forget, isRemembered, remember],
  );
  return <TokenContext value={value}>{children}</TokenContext>;
}

export function usePlaygroundToken(): PlaygroundToken {
  const token = use(TokenContext);
  if (token === undefined) throw new Error('usePlaygroundToken needs a PlaygroundTokenProvider.');
  return token;
}

async function getModels(token: string, signal: AbortSignal): Promise<PlaygroundModel[]> {
  const answer = await callGateway(token, { method: 'GET', path: '/v1/models' }, signal);
  return readModels(await answer.json<ModelList>());
}
