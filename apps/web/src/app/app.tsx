import { MantineProvider } from '@mantine/core';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type DataRouter, RouterProvider } from 'react-router';
import { ApiError } from '../api/api-error.js';
import { watchConnection } from '../api/connection.js';
import { SessionProvider } from '../session/session-provider.js';
import { noticeSessionEnd } from '../session/session-state.js';
import { Overlays } from './overlays.js';
import { styleNonce } from './style-nonce.js';
import { theme } from './theme.js';

const MAX_RETRIES = 2;

export function App({ router }: { router: DataRouter }) {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={styleNonce}>
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <RouterProvider router={router} />
          <Overlays />
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** Only server errors and lost connections are retried. Client errors (4xx) would fail again. */
function canRetry(failures: number, error: Error): boolean {
  const isFinal = error instanceof ApiError && error.status < 500;
  return !isFinal && failures < MAX_RETRIES;
}

const onError = (error: Error): void => noticeSessionEnd(queryClient, error);

const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  // `always`: the gateway can run on this machine, so requests must also be sent while the browser is offline.
  defaultOptions: {
    queries: { retry: canRetry, staleTime: 5_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

watchConnection(queryClient);
