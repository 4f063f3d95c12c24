import { join } from 'node:path';
import { type Plugin, defineConfig } from 'vite';

/** The gateway that a development server passes requests on to. */
const GATEWAY = 'http://127.0.0.1:3000';

/** Libraries mark modules for servers that render; there is none here. */
function isNews({ code }: { code?: string }): boolean {
  return code !== 'MODULE_LEVEL_DIRECTIVE';
}

/** What the gateway writes into the page when it serves it. */
const developmentPage: Plugin = {
  name: 'development-page',
  apply: 'serve',
  transformIndexHtml: (html) => html.replace('__BASE__', '/').replace('__NONCE__', ''),
};

export default defineConfig({
  root: import.meta.dirname,
  // Relative: the pages hold below any path that a proxy serves them at.
  base: './',
  plugins: [developmentPage],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['index.html', 'docs.html'].map((page) => join(import.meta.dirname, page)),
      onLog: (level, log, tell) => isNews(log) && tell(level, log),
    },
  },
  server: { proxy: { '^/(api|v1|v1beta|media|openapi.json)': { target: GATEWAY, ws: true } } },
});
