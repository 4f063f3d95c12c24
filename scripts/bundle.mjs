import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { checkout } from './checkout.mjs';

/**
 * Programs that run for as long as the gateway does, with the options of Node under which they are started. Thousands of
 * small files cost two seconds of processor time to find, read and compile; one that is compiled already costs half a
 * second.
 */
const PROGRAMS = [
  {
    main: 'apps/api/src/main.js',
    options: [[], ['--max-semi-space-size=32', '--no-allocation-site-pretenuring']],
  },
  { main: 'apps/worker/src/main.js', options: [[]] },
];
const BUNDLED_MAIN = fileURLToPath(new URL('./bundled-main.mjs', import.meta.url));

/** They need little of the libraries that they name. One is started for every video of the sandbox. */
export const THREADS = [
  'libs/sandbox/src/thread/sandbox-thread-main.js',
  'libs/sandbox/src/video/video-thread.js',
  'libs/relay/src/chat/translation-thread-main.js',
  'libs/models/src/import/plan-thread.js',
];

/** Started for every command, and over in a moment: loading is most of what it does. */
const COMMAND_LINE = ['apps/cli/src/main.js', 'apps/cli/src/command-line.js'];

/** Packages that are native, look for files beside their own, or are large and seldom needed. */
export const LEFT_ALONE =
  /^(@aws-sdk\/|@node-rs\/|@resvg\/|@smithy\/signature-v4|google-auth-library|gpt-tokenizer|h264-mp4-encoder|pino|pino-pretty)/;
/** The command line needs this even less often. */
const LEFT_ALONE_BY_COMMANDS = /^@nestjs\/swagger/;
const WHOLE_PACKAGE = /^(@[^/]+\/)?[^/]+$/;
const installed = new Map();
/** For what packages in the older format require() of Node itself. */
const WITH_REQUIRE = {
  js: `import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);`,
};

/** Puts the code that a program needs into few files. The folder will be the final one before any of them is started. */
export async function bundlePrograms(folder, finalFolder) {
  await Promise.all([
    ...PROGRAMS.map((program) => bundleProgram(folder, finalFolder, program)),
    ...THREADS.map((thread) =>
      bundle(folder, [thread], {
        plugins: [packagesInside((path) => LEFT_ALONE.test(path))],
        banner: WITH_REQUIRE,
      }),
    ),
    bundle(folder, COMMAND_LINE, {
      // Each command loads only what it works with.
      splitting: true,
      plugins: [packagesInside((path) => LEFT_ALONE.test(path) || LEFT_ALONE_BY_COMMANDS.test(path))],
      banner: WITH_REQUIRE,
    }),
  ]);
}

/** All of it, packages too, becomes one script, which a small `main.js` loads. */
async function bundleProgram(folder, finalFolder, { main, options }) {
  const place = join(folder, main);
  if (!existsSync(place)) return;
  await bundle(folder, [main], {
    format: 'cjs',
    entryNames: 'program',
    outExtension: { '.js': '.cjs' },
    plugins: [oneTypeorm, packagesInside((path) => LEFT_ALONE.test(path))],
    // A script that was compiled before cannot import; what is left alone can be required.
    supported: { 'dynamic-import': false },
    define: {
      'import.meta': 'importMeta',
      // Node 20 has none. pg asks it where it runs, and would load all of fetch() to find out in another way.
      navigator: JSON.stringify({ userAgent: 'Node.js' }),
    },
    banner: { js: '(function (module, require, __filename, __dirname, importMeta) {' },
    footer: { js: '})' },
    minifyWhitespace: true,
  });
  await copyFile(BUNDLED_MAIN, place);
  const keepCompiled = [place, '--keep-compiled', join(finalFolder, dirname(main), 'program.cjs')];
  for (const each of options)
    await promisify(execFile)(process.execPath, ['--no-warnings', ...each, ...keepCompiled]);
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

/** `#name` leads to the library as it was just built, not to the one of the build before. */
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
 * What is not installed is an option of the package that names it, which asks for it in vain as ever. Only what may be
 * missing is tried: to ask takes longer than to bundle.
 */
function packagesInside(isLeftAlone) {
  return {
    name: 'packages inside',
    setup: ({ onResolve, resolve }) =>
      onResolve({ filter: /^[^./#]/ }, async ({ path, kind, resolveDir, pluginData }) => {
        if (kind === 'entry-point' || pluginData === 'asked' || isBuiltin(path)) return undefined;
        if (isLeftAlone(path)) return { external: true };
        if (isInstalled(path)) return undefined;
        const found = await resolve(path, { kind, resolveDir, pluginData: 'asked' });
        return found.errors.length > 0 ? { external: true } : found;
      }),
  };
}

/** A package as a whole: parts of one that is installed may still be missing. */
function isInstalled(path) {
  if (!WHOLE_PACKAGE.test(path)) return false;
  const known = installed.get(path);
  if (known !== undefined) return known;
  const isThere = existsSync(join(checkout.root, 'node_modules', path));
  installed.set(path, isThere);
  return isThere;
}

/**
 * The API reference names what it describes by its classes, and the types of the console are made from that. In a bundle a
 * name that is used twice becomes another one, so these keep theirs.
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

/** Nest looks for classes of older versions of TypeORM in a way that no bundler sees: it would load all of it again. */
const oneTypeorm = {
  name: 'one typeorm',
  setup: ({ onLoad }) =>
    onLoad({ filter: /@nestjs[/\\]typeorm[/\\]dist[/\\]common[/\\]typeorm-compat\.js$/ }, () => ({
      contents: `import * as typeorm from 'typeorm';\nexport const { Connection, AbstractRepository } = typeorm;`,
      resolveDir: dirname(fileURLToPath(import.meta.url)),
    })),
};
