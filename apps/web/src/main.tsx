import './app/styles.js';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.js';
import { createConsoleRouter } from './app/router.js';
import { announceStyleNonce } from './app/style-nonce.js';

/** In tasks of their own, so that the browser can handle input in between. */
function start(place: HTMLElement): void {
  announceStyleNonce();
  const root = createRoot(place);
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
 * The first format of a number takes the browser about 20 ms, and the first of a date another 5 ms, because it loads its data.
 * Most pages need both; here they do not lengthen a task that renders.
 */
function prepareFormats(): void {
  (0).toLocaleString('en');
  setTimeout(() => new Date(0).toLocaleTimeString('en-GB'));
}

const place = document.getElementById('root');
if (place === null) throw new Error('The page has no element #root.');
start(place);
