import './app/styles.js';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.js';
import { createConsoleRouter } from './app/router.js';
import { announceStyleNonce } from './app/style-nonce.js';

/** Starts the console in several short tasks, so that the browser can handle input in between. */
function start(container: HTMLElement): void {
  announceStyleNonce();
  const root = createRoot(container);
  setTimeout(() => {
    const router = createConsoleRouter();
    const page = (
      <StrictMode>
        <App router={router} />
      </StrictMode>
    );
    setTimeout(() => startTransition(() => root.render(page)));
    setTimeout(prepareFormats);
  });
}

/**
 * Formatting the first number takes about 20 ms and the first date about 5 ms, because the browser loads its locale data. Most
 * pages need both, so this is done here, outside of the tasks that render.
 */
function prepareFormats(): void {
  (0).toLocaleString('en');
  setTimeout(() => new Date(0).toLocaleTimeString('en-GB'));
}

const container = document.getElementById('root');
if (container === null) throw new Error('The page has no element #root.');
start(container);
