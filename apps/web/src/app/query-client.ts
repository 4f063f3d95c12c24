import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.js';
import { noticeSessionEnd } from '../session/session-state.js';

const MAX_RETRIES = 2;

/** What the caller did wrong stays wrong; only the gateway's own troubles are worth another try. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const isFinal = error instanceof ApiError && error.status < 500;
  return !isFinal && failures < MAX_RETRIES;
}

const onError = (error: Error): void => noticeSessionEnd(queryClient, error);

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: { queries: { retry: isWorthRetrying, staleTime: 5_000 }, mutations: { retry: false } },
});
