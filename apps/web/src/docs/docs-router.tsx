import { type DataRouter, createBrowserRouter } from 'react-router';
import { toAddress } from '../app/addresses.js';
import { loadChunk } from '../kit/load-chunk.js';
import { Failed, Loading, NotFound } from '../shell/page-fallbacks.js';
import { DocsShell } from './docs-shell.js';

/** Creating the router starts loading the page of the current URL. */
export function createDocsRouter(): DataRouter {
  return createBrowserRouter(
    [
      {
        path: '/',
        element: <DocsShell />,
        errorElement: <Failed />,
        hydrateFallbackElement: <Loading />,
        children: [
          {
            index: true,
            lazy: () =>
              loadChunk(async () => ({ Component: (await import('./reference/start-page.js')).StartPage })),
          },
          {
            path: 'api/:group',
            lazy: () =>
              loadChunk(async () => ({ Component: (await import('./reference/group-page.js')).GroupPage })),
          },
          {
            path: 'guide',
            lazy: () =>
              loadChunk(async () => ({
                Component: (await import('./guide/guide-list-page.js')).GuideListPage,
              })),
          },
          {
            path: 'guide/*',
            lazy: () =>
              loadChunk(async () => ({ Component: (await import('./guide/guide-page.js')).GuidePage })),
          },
          {
            path: 'search',
            lazy: () =>
              loadChunk(async () => ({ Component: (await import('./search/search-page.js')).SearchPage })),
          },
          { path: '*', element: <NotFound home="Go to the API reference" /> },
        ],
      },
    ],
    { basename: new URL(toAddress('/docs')).pathname },
  );
}
