import '../app/styles.js';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { announceStyleNonce, styleNonce } from '../app/style-nonce.js';
import { theme } from '../app/theme.js';
import { createDocsRouter } from './docs-router.js';

const queryClient = new QueryClient({ defaultOptions: { queries: { retry: 1, staleTime: Infinity } } });

/** Starts the docs in several short tasks, so that the browser can handle input in between. */
function start(container: HTMLElement): void {
  announceStyleNonce();
  const root = createRoot(container);
  setTimeout(() => {
    const router = createDocsRouter();
    const page = (
      <StrictMode>
        <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={styleNonce}>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </MantineProvider>
      </StrictMode>
    );
    setTimeout(() => startTransition(() => root.render(page)));
  });
}

const container = document.getElementById('root');
if (container === null) throw new Error('The page has no element #root.');
start(container);
