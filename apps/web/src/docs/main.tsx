import '@mantine/core/styles.css';
import '../app/global.css';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { announceStyleNonce, styleNonce } from '../app/style-nonce.js';
import { theme } from '../app/theme.js';
import { PlaygroundTokenProvider } from '../playground/token-context.js';
import { SessionProvider } from '../session/session-provider.js';
import { docsRouter } from './docs-router.js';

const queryClient = new QueryClient({ defaultOptions: { queries: { retry: 1, staleTime: Infinity } } });

announceStyleNonce();
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no place for the reference.');
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={styleNonce}>
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <PlaygroundTokenProvider>
            <RouterProvider router={docsRouter} />
          </PlaygroundTokenProvider>
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
