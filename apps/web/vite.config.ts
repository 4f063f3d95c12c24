import { join } from 'node:path';
import { type Plugin, defineConfig } from 'vite';
import { guide } from './guide-plugin.js';

/** The gateway that the development server proxies to. */
const GATEWAY = 'http://127.0.0.1:3000';

/** Hides warnings about directives for server rendering, which the console does not use. */
function isRelevantLog({ code }: { code?: string }): boolean {
  return code !== 'MODULE_LEVEL_DIRECTIVE';
}

/**
 * Groups modules that several pages use into a few chunks. By default, the bundler creates a chunk for every component that two
 * pages share. A page then needs about seventy requests, which cost more time than the smaller chunks save.
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
 * To support server rendering, Mantine changes the id of every component after its first render, which renders each component
 * twice. The console is not rendered on a server, so React's id is sufficient.
 */
const reactIds: Plugin = {
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

/** The scroll area imports a single function of a large library that is otherwise needed only for menus and tooltips. */
const slimScrollArea: Plugin = {
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
 * React's scheduler opens a message channel when it is loaded. The browser then parses all functions on the call stack a second
 * time. Importing the scheduler first keeps that to the scheduler; otherwise it would be all of React.
 */
const schedulerFirst: Plugin = {
  name: 'scheduler-first',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    /\/src\/(docs\/)?main\.tsx$/.test(id) ? `import 'scheduler';\n${code}` : undefined,
};

const MANTINE = '/@mantine/core/esm/';

/** Adds the styles of a Mantine component to the chunk of its script, after the styles of the components that it uses. */
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
  // Without this, an import that contains only types would load the module that declares them.
  oxc: { typescript: { onlyRemoveTypeImports: false } },
  plugins: [developmentPage, reactIds, schedulerFirst, slimScrollArea, componentStyles, guide],
  build: {
    target: 'es2023',
    // The first versions with light-dark(). For older ones, the build would replace it with variables that are never set.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['index.html', 'docs.html'].map((page) => join(import.meta.dirname, page)),
      output: { codeSplitting: { groups: SHARED_FILES } },
      onLog: (level, log, defaultHandler) => isRelevantLog(log) && defaultHandler(level, log),
    },
  },
  server: { proxy: { '^/(api|v1|v1beta|media|openapi.json)': { target: GATEWAY, ws: true } } },
});
