import { Badge, Drawer, type MantineColorsTuple, MantineProvider, Modal, createTheme } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from 'react-router';
import { ApiError } from '../api/api-error.js';
import { SessionProvider } from '../session/session-provider.js';
import { noticeSessionEnd } from '../session/session-state.js';
import { router } from './router.js';
import { styleNonce } from './style-nonce.js';

const MAX_RETRIES = 2;

const MONOSPACE = "ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'DejaVu Sans Mono', monospace";

const CLOSE = { 'aria-label': 'Close' };
const TITLE = { fontWeight: 650 };

export function App() {
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

const gate: MantineColorsTuple = [
  '#e8f6f1',
  '#d3ebe3',
  '#a6d8c8',
  '#74c3ab',
  '#4cb293',
  '#33a784',
  '#1f9674',
  '#0f7f62',
  '#0b6b57',
  '#075243',
];

const theme = createTheme({
  primaryColor: 'gate',
  primaryShade: { light: 8, dark: 7 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  colors: { gate },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  fontFamilyMonospace: MONOSPACE,
  headings: { fontWeight: '650' },
  components: {
    Badge: Badge.extend({ styles: { root: { minWidth: 'max-content' } } }),
    Modal: Modal.extend({ defaultProps: { closeButtonProps: CLOSE }, styles: { title: TITLE } }),
    Drawer: Drawer.extend({ defaultProps: { closeButtonProps: CLOSE }, styles: { title: TITLE } }),
  },
});
