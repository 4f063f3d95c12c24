import { createBrowserRouter } from 'react-router';
import { Failed } from '../shell/failed.js';
import { Loading } from '../shell/loading.js';
import { Shell } from '../shell/shell.js';
import { consolePath } from './place.js';
import { routes } from './routes.js';

export const router = createBrowserRouter(
  [
    {
      path: '/',
      element: <Shell />,
      errorElement: <Failed />,
      hydrateFallbackElement: <Loading />,
      children: routes,
    },
  ],
  { basename: consolePath === '' ? '/' : consolePath },
);
