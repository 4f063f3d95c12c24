import { join } from 'node:path';
import { type Plugin, defineConfig } from 'vite';
import { guide } from './guide-plugin.js';

/** The gateway that the development server proxies to. */
const GATEWAY = 'http://127.0.0.1:3000';

/** Libraries mark modules for server rendering, which the console does not use. */
function isNews({ code }: { code?: string }): boolean {
  return code !== 'MODULE_LEVEL_DIRECTIVE';
}

/**
 * Modules that several pages use, in a few files. By default the bundler makes a file of every component that two pages share:
 * a page is then seventy requests, each of which costs the browser more than the bytes that it saves.
 */
const SHARED_FILES = [
  { name: 'scheduler', test: /node_modules\/scheduler\//, priority: 10 },
  { name: 'react', test: /node_modules\/(react|react-dom)\//, priority: 9 },
  { name: 'router', test: /node_modules\/react-router\//, priority: 9 },
  {
    name: 'first',
    test: /node_modules|src\/(api|kit|session)\/|src\/shell\/page-fallbacks|src\/app\/(addresses|global|mark|style|theme)|src\/playground\/tabs|vite\/preload/,
    tags: ['$initial' as const],
    priority: 8,
  },
  {
    name: 'common',
    test: /@mantine\/core\/esm\/core\/|@tanstack\/|src\/session\/use-sign-out|src\/kit\/(format|create-lazy|time-zone\/(time-zone\.|use-time|zone-clock)|segmented-control|after-layout|page-header|section|code-block|copy-button|failure|progressive-render|markdown\/markdown-blocks)|src\/docs\/(prose|reference\/reference-failure)|components\/(List|SimpleGrid|Switch|Table|ThemeIcon)\//,
    priority: 7,
  },
  { name: 'floating', test: /@floating-ui\/|components\/(Combobox|Popover|Select)\//, priority: 7 },
  { name: 'dialog', test: /components\/(ModalBase|Modal|Drawer)\//, priority: 7 },
  { name: 'menu', test: /components\/Menu\//, priority: 6 },
  { name: 'overview', test: /src\/pages\/overview\/overview-page/, priority: 6 },
  { name: 'playground', test: /src\/playground\/(playground-page|chat\/chat-tab)/, priority: 5 },
  { name: 'shared', minShareCount: 3 },
];

/** The values that the gateway writes into the page when it serves it. */
const developmentPage: Plugin = {
  name: 'development-page',
  apply: 'serve',
  transformIndexHtml: (html) => html.replace('__BASE__', '/').replace('__NONCE__', ''),
};

/**
 * Mantine changes the id of every component after its first render, for the sake of server rendering, and so renders each
 * component twice. These pages are not rendered by a server, so React's id is enough.
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

/** The scroll area needs one function of a large library, which is otherwise loaded only to place menus and tooltips. */
const scrollAreaAlone: Plugin = {
  name: 'scroll-area-alone',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/components/ScrollArea/ScrollArea.mjs')) return undefined;
    const replaced = code.replace(MERGE_REFS, OWN_MERGE_REFS);
    if (replaced === code) throw new Error('ScrollArea no longer imports useMergeRefs: remove this plugin.');
    return replaced;
  },
};

const MERGE_REFS = 'import { useMergeRefs } from "@floating-ui/react";';
const OWN_MERGE_REFS = `import { useMergedRef } from '@mantine/hooks';
const useMergeRefs = (refs) => useMergedRef(...refs);`;

/**
 * React's scheduler opens a message channel, for which the browser looks up every function that is running, and parses it a
 * second time. By itself it is the only one; otherwise that would be the whole of React.
 */
const schedulerFirst: Plugin = {
  name: 'scheduler-first',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    /\/src\/(docs\/)?main\.tsx$/.test(id) ? `import 'scheduler';\n${code}` : undefined,
};

const MANTINE = '/@mantine/core/esm/';

/** Adds the styles of a Mantine component to the file that has its script, after those of the components that it is made of. */
const componentStyles: Plugin = {
  name: 'component-styles',
  enforce: 'pre',
  transform(code, id) {
    const name = id.includes(MANTINE) ? /\/(\w+)\.module\.mjs$/.exec(id)?.[1] : undefined;
    return name === undefined ? undefined : `import '@mantine/core/styles/${name}.css';\n${code}`;
  },
};

export default defineConfig({
  root: import.meta.dirname,
  // Relative, so that a proxy can serve the pages below any path.
  base: './',
  // Otherwise an import of types alone would load the file that declares them.
  oxc: { typescript: { onlyRemoveTypeImports: false } },
  plugins: [developmentPage, idsOfReact, schedulerFirst, scrollAreaAlone, componentStyles, guide],
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
