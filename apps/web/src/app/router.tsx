import { type ComponentType } from 'react';
import { type DataRouter, type RouteObject, createBrowserRouter } from 'react-router';
import { loadChunk } from '../kit/load-chunk.js';
import { FIRST_TAB, TABS } from '../playground/tabs.js';
import { RequireAdmin, RequireSession } from '../session/guards.js';
import { Failed, Loading, NotFound } from '../shell/page-fallbacks.js';
import { Shell } from '../shell/shell.js';
import { consolePath } from './addresses.js';

type Loaded = Promise<{ Component: ComponentType }>;

/** Every page is a separate chunk, loaded on the first visit. */
const PAGES: Record<'open' | 'signedIn' | 'admin', Record<string, () => Loaded>> = {
  open: {
    'sign-in': async () => ({ Component: (await import('../session/sign-in-page.js')).SignInPage }),
  },
  signedIn: {
    '': async () => ({ Component: (await import('../pages/overview/overview-page.js')).OverviewPage }),
    tokens: async () => ({ Component: (await import('../pages/tokens/tokens-page.js')).TokensPage }),
    'tokens/new': async () => ({
      Component: (await import('../pages/tokens/new-token-page.js')).NewTokenPage,
    }),
    'tokens/:id': async () => ({ Component: (await import('../pages/tokens/token-page.js')).TokenPage }),
    'tokens/:id/edit': async () => ({
      Component: (await import('../pages/tokens/edit-token-page.js')).EditTokenPage,
    }),
    requests: async () => ({ Component: (await import('../pages/requests/requests-page.js')).RequestsPage }),
    'requests/:id': async () => ({
      Component: (await import('../pages/requests/request-page.js')).RequestPage,
    }),
    tasks: async () => ({ Component: (await import('../pages/tasks/tasks-page.js')).TasksPage }),
    'tasks/:id': async () => ({ Component: (await import('../pages/tasks/task-page.js')).TaskPage }),
    usage: async () => ({ Component: (await import('../pages/usage/usage-page.js')).UsagePage }),
    catalog: async () => ({ Component: (await import('../pages/catalog/catalog-page.js')).CatalogPage }),
    'catalog/:id': async () => ({
      Component: (await import('../pages/catalog/catalog-model-page.js')).CatalogModelPage,
    }),
    account: async () => ({ Component: (await import('../pages/account/account-page.js')).AccountPage }),
  },
  admin: {
    channels: async () => ({ Component: (await import('../pages/channels/channels-page.js')).ChannelsPage }),
    'channels/new': async () => ({
      Component: (await import('../pages/channels/new-channel-page.js')).NewChannelPage,
    }),
    'channels/connect': async () => ({
      Component: (await import('../pages/channels/connect/connect-page.js')).ConnectPage,
    }),
    'channels/:id': async () => ({
      Component: (await import('../pages/channels/channel-page.js')).ChannelPage,
    }),
    'channels/:id/edit': async () => ({
      Component: (await import('../pages/channels/edit-channel-page.js')).EditChannelPage,
    }),
    models: async () => ({ Component: (await import('../pages/models/models-page.js')).ModelsPage }),
    'models/:id': async () => ({ Component: (await import('../pages/models/model-page.js')).ModelPage }),
    'models/:id/edit': async () => ({
      Component: (await import('../pages/models/edit-model-page.js')).EditModelPage,
    }),
    users: async () => ({ Component: (await import('../pages/users/users-page.js')).UsersPage }),
    'users/:id': async () => ({ Component: (await import('../pages/users/user-page.js')).UserPage }),
    owners: async () => ({ Component: (await import('../pages/owners/owners-page.js')).OwnersPage }),
    'owners/:name': async () => ({ Component: (await import('../pages/owners/owner-page.js')).OwnerPage }),
    settings: async () => ({ Component: (await import('../pages/settings/settings-page.js')).SettingsPage }),
    audit: async () => ({ Component: (await import('../pages/audit/audit-page.js')).AuditPage }),
  },
};

/** The tabs of the playground are child routes, so a tab is loaded in parallel with its page. */
const playground: RouteObject = {
  path: 'playground',
  lazy: () =>
    loadChunk(async () => ({ Component: (await import('../playground/playground-page.js')).PlaygroundPage })),
  children: [
    { index: true, lazy: () => loadChunk(FIRST_TAB.load) },
    ...TABS.map(({ id, load }) => ({ path: id, lazy: () => loadChunk(load) })),
    { path: '*', element: <NotFound /> },
  ],
};

const routes: RouteObject[] = [
  ...getRoutes(PAGES.open),
  playground,
  { path: '*', element: <NotFound /> },
  { element: <RequireSession />, children: getRoutes(PAGES.signedIn) },
  { element: <RequireAdmin />, children: getRoutes(PAGES.admin) },
];

/** Creating the router starts loading the page of the current URL. */
export function createConsoleRouter(): DataRouter {
  const shell = {
    path: '/',
    element: <Shell />,
    errorElement: <Failed />,
    hydrateFallbackElement: <Loading />,
    // An error boundary inside the shell: if a page cannot be loaded, the navigation stays visible.
    children: [{ errorElement: <Failed />, children: routes }],
  };
  return createBrowserRouter([shell], { basename: consolePath === '' ? '/' : consolePath });
}

function getRoutes(pages: Record<string, () => Loaded>): RouteObject[] {
  return Object.entries(pages).map(([path, load]) => {
    const lazy = (): Loaded => loadChunk(load);
    return path === '' ? { index: true, lazy } : { path, lazy };
  });
}
