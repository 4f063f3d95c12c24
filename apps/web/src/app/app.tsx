import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type DataRouter, RouterProvider } from 'react-router';
import { ApiError } from '../api/api-error.js';
import { SessionProvider } from '../session/session-provider.js';
import { noticeSessionEnd } from '../session/session-state.js';
import { styleNonce } from './style-nonce.js';
import { theme } from './theme.js';

const MAX_RETRIES = 2;

export function App({ router }: { router: DataRouter }) {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={styleNonce}>
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <ModalsProvider>
            <Notifications position="top-right" />
            <RouterProvider router={router} />
          </ModalsProvider>
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** What the caller did wrong stays wrong; only the gateway's own troubles are worth another try. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const isFinal = error instanceof ApiError && error.status < 500;
  return !isFinal && failures < MAX_RETRIES;
}

const onError = (error: Error): void => noticeSessionEnd(queryClient, error);

const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: { queries: { retry: isWorthRetrying, staleTime: 5_000 }, mutations: { retry: false } },
});
