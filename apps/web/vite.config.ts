import { join } from 'node:path';
import { type Plugin, defineConfig } from 'vite';

/** The gateway that a development server passes requests on to. */
const GATEWAY = 'http://127.0.0.1:3000';

/** Libraries mark modules for servers that render; there is none here. */
function isNews({ code }: { code?: string }): boolean {
  return code !== 'MODULE_LEVEL_DIRECTIVE';
}

/**
 * What several pages use, in a few files. Left to itself the bundler makes a file of every component that two pages share: a
 * page is then seventy requests, each of which keeps the browser busy for longer than the bytes that it saves.
 */
const SHARED_FILES = [
  { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  {
    name: 'components',
    test: /node_modules\/(@mantine\/(core|hooks)|@floating-ui|@tanstack|@tabler)\//,
    // What only few pages use is no part of a first visit.
    minShareCount: 12,
  },
];

/** What the gateway writes into the page when it serves it. */
const developmentPage: Plugin = {
  name: 'development-page',
  apply: 'serve',
  transformIndexHtml: (html) => html.replace('__BASE__', '/').replace('__NONCE__', ''),
};

/**
 * Mantine gives every component another id after it was drawn, because a server may have drawn it, and so draws each twice.
 * No server draws these pages: the id that React gives is enough.
 */
const idsOfReact: Plugin = {
  name: 'ids-of-react',
  apply: 'build',
  enforce: 'pre',
  load: (id) => (id.endsWith('/@mantine/hooks/esm/use-id/use-id.mjs') ? USE_ID : undefined),
};

const USE_ID = `import { useId as useReactId } from 'react';
export function useId(staticId) {
  const id = useReactId();
  return typeof staticId === 'string' ? staticId : 'mantine-' + id.replaceAll(':', '');
}`;

export default defineConfig({
  root: import.meta.dirname,
  // Relative: the pages hold below any path that a proxy serves them at.
  base: './',
  plugins: [developmentPage, idsOfReact],
  build: {
    target: 'es2023',
    // The first versions with light-dark(). For older ones the build would replace it by variables that nothing sets.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['index.html', 'docs.html'].map((page) => join(import.meta.dirname, page)),
      output: { codeSplitting: { groups: SHARED_FILES } },
      onLog: (level, log, tell) => isNews(log) && tell(level, log),
    },
  },
  server: { proxy: { '^/(api|v1|v1beta|media|openapi.json)': { target: GATEWAY, ws: true } } },
});
