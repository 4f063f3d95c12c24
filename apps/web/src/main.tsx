import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './app/global.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.js';
import { createConsoleRouter } from './app/router.js';
import { announceStyleNonce } from './app/style-nonce.js';

/** In tasks of their own, so that the browser can answer the person in between. */
function start(place: HTMLElement): void {
  announceStyleNonce();
  const root = createRoot(place);
  setTimeout(() => {
    const router = createConsoleRouter();
    startTransition(() =>
      root.render(
        <StrictMode>
          <App router={router} />
        </StrictMode>,
      ),
    );
  });
}

const place = document.getElementById('root');
if (place === null) throw new Error('The page has no place for the console.');
start(place);
