import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { checkout } from './checkout.mjs';

/**
 * Long-running programs, with the options of Node that they are started with. Loading thousands of small files takes
 * two seconds of CPU time; one precompiled file takes half a second.
 */
const PROGRAMS = [
  {
    main: 'apps/api/src/main.js',
    options: [[], ['--max-semi-space-size=32', '--no-allocation-site-pretenuring']],
  },
  { main: 'apps/worker/src/main.js', options: [[]] },
];
const BUNDLED_MAIN = fileURLToPath(new URL('./bundled-main.mjs', import.meta.url));

/** Worker threads, which use little of the libraries that they import. The sandbox starts one for every video. */
export const THREADS = [
  'libs/sandbox/src/thread/sandbox-thread-main.js',
  'libs/sandbox/src/video/video-thread.js',
  'libs/relay/src/chat/translation-thread-main.js',
  'libs/models/src/import/plan-thread.js',
];

/** A command spends most of its time on loading. */
const COMMAND_LINE = ['apps/cli/src/main.js', 'apps/cli/src/command-line.js'];

/** Packages that are native, read files next to their code, or are large and rarely used. */
export const EXTERNAL =
  /^(@aws-sdk\/|@node-rs\/|@resvg\/|@smithy\/signature-v4|google-auth-library|gpt-tokenizer|h264-mp4-encoder|pino|pino-pretty)/;
/** Rarely used by the command line. */
const EXTERNAL_FOR_COMMANDS = /^@nestjs\/swagger/;
const WHOLE_PACKAGE = /^(@[^/]+\/)?[^/]+$/;
const installed = new Map();
/** CommonJS packages call require() for modules of Node. */
const WITH_REQUIRE = {
  js: `import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);`,
};

/** Bundles each program into few files. The build renames the folder to the final one before a program starts. */
export async function bundlePrograms(folder, finalFolder) {
  await Promise.all([
    ...PROGRAMS.map((program) => bundleProgram(folder, finalFolder, program)),
    ...THREADS.map((thread) =>
      bundle(folder, [thread], {
        plugins: [packagesInside((path) => EXTERNAL.test(path))],
        banner: WITH_REQUIRE,
      }),
    ),
    bundle(folder, COMMAND_LINE, {
      // A command loads only the code that it uses.
      splitting: true,
      plugins: [packagesInside((path) => EXTERNAL.test(path) || EXTERNAL_FOR_COMMANDS.test(path))],
      banner: WITH_REQUIRE,
    }),
  ]);
}

/** Bundles a program with its packages into one script, which a small `main.js` loads. */
async function bundleProgram(folder, finalFolder, { main, options }) {
  const place = join(folder, main);
  if (!existsSync(place)) return;
  await bundle(folder, [main], {
    format: 'cjs',
    entryNames: 'program',
    outExtension: { '.js': '.cjs' },
    plugins: [oneTypeorm, packagesInside((path) => EXTERNAL.test(path))],
    // A precompiled script cannot use import(). External packages can be loaded by require().
    supported: { 'dynamic-import': false },
    define: {
      'import.meta': 'importMeta',
      // Node 20 has no `navigator`. pg checks it for its platform, and would load fetch() otherwise.
      navigator: JSON.stringify({ userAgent: 'Node.js' }),
    },
    banner: { js: '(function (module, require, __filename, __dirname, importMeta) {' },
    footer: { js: '})' },
    minifyWhitespace: true,
  });
  await copyFile(BUNDLED_MAIN, place);
  const cacheArguments = [place, '--write-cache', join(finalFolder, dirname(main), 'program.cjs')];
  const writeCache = (each) =>
    promisify(execFile)(process.execPath, ['--no-warnings', ...each, ...cacheArguments]);
  await Promise.all(options.map(writeCache));
}

async function bundle(folder, programs, { plugins = [], ...options }) {
  const entryPoints = programs.map((program) => join(folder, program)).filter((path) => existsSync(path));
  const [first] = entryPoints;
  if (first === undefined) return;
  const { build } = await import('esbuild');
  await build({
    entryPoints,
    outdir: dirname(first),
    allowOverwrite: true,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
    plugins: [librariesIn(folder), ownNames, ...plugins],
    ...options,
  });
}

/** Resolves `#name` to the library of this build, not of the previous one. */
function librariesIn(folder) {
  return {
    name: 'libraries',
    setup: ({ onResolve }) =>
      onResolve({ filter: /^#/ }, ({ path }) => {
        const [library, file = 'index'] = path.slice(1).split('/');
        return { path: join(folder, 'libs', library, 'src', `${file}.js`) };
      }),
  };
}

/**
 * A package that is not installed is optional for the package that imports it, and stays external. Only paths that may
 * be missing are resolved here, because resolving takes longer than bundling.
 */
function packagesInside(isExternal) {
  return {
    name: 'packages inside',
    setup: ({ onResolve, resolve }) =>
      onResolve({ filter: /^[^./#]/ }, async ({ path, kind, resolveDir, pluginData }) => {
        if (kind === 'entry-point' || pluginData === 'resolving' || isBuiltin(path)) return undefined;
        if (isExternal(path)) return { external: true };
        if (isInstalled(path)) return undefined;
        const found = await resolve(path, { kind, resolveDir, pluginData: 'resolving' });
        return found.errors.length > 0 ? { external: true } : found;
      }),
  };
}

/** False for a path within a package: it can be missing although the package is installed. */
function isInstalled(path) {
  if (!WHOLE_PACKAGE.test(path)) return false;
  const known = installed.get(path);
  if (known !== undefined) return known;
  const isThere = existsSync(join(checkout.root, 'node_modules', path));
  installed.set(path, isThere);
  return isThere;
}

/**
 * The API reference uses the names of classes, and the console's types follow from it. The bundler renames classes with
 * equal names, so the classes of the admin API get their own names back.
 */
const ownNames = {
  name: 'own names',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[/\\]libs[/\\]admin[/\\].*\.dto\.js$/ }, async ({ path }) => {
      const code = await readFile(path, 'utf8');
      return {
        contents: code.replaceAll(
          /^(?:\/\*\*[^\n]*\*\/ )?(?:export |let \w+ = )?class (\w+).*\{$/gm,
          (line, name) => `${line} static { Object.defineProperty(this, 'name', { value: '${name}' }); }`,
        ),
      };
    }),
};

/** Nest looks for classes of older TypeORM versions by a dynamic require(), which would load TypeORM a second time. */
const oneTypeorm = {
  name: 'one typeorm',
  setup: ({ onLoad }) =>
    onLoad({ filter: /@nestjs[/\\]typeorm[/\\]dist[/\\]common[/\\]typeorm-compat\.js$/ }, () => ({
      contents: `import * as typeorm from 'typeorm';\nexport const { Connection, AbstractRepository } = typeorm;`,
      resolveDir: dirname(fileURLToPath(import.meta.url)),
    })),
};
