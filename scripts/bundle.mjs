import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Programs that are started often. Hundreds of small files cost a third of a second to load; one file does not. */
const PROGRAMS = ['apps/api/src/main.js', 'apps/worker/src/main.js'];

/** They need little of the libraries that they name, and load only that. One is started for every video of the sandbox. */
const THREADS = ['libs/sandbox/src/video/video-thread.js', 'libs/relay/src/chat/translation-thread-main.js'];

/** Started for every command, and over in a moment: loading is most of what it does. */
const COMMAND_LINE = ['apps/cli/src/main.js', 'apps/cli/src/command-line.js'];

/** Packages that are native, look for files beside their own, or are large and seldom needed. */
const LEFT_ALONE =
  /^(@node-rs\/|@resvg\/|@nestjs\/(swagger|bullmq)|bullmq|gpt-tokenizer|h264-mp4-encoder|pino|pino-pretty)/;

/** Puts the code that a program needs into few files. */
export async function bundlePrograms(folder) {
  await Promise.all([
    ...[...PROGRAMS, ...THREADS].map((program) => bundle(folder, [program], { packages: 'external' })),
    bundle(folder, COMMAND_LINE, {
      // Each command loads only what it works with.
      splitting: true,
      plugins: [packagesInside],
      // For what packages in the older format require() of Node itself.
      banner: {
        js: `import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);`,
      },
    }),
  ]);
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
    plugins: [librariesIn(folder), ...plugins],
    ...options,
  });
}

/** `#name` leads to the library as it was just built, not to the one of the build before. */
function librariesIn(folder) {
  return {
    name: 'libraries',
    setup: ({ onResolve }) =>
      onResolve({ filter: /^#/ }, ({ path }) => ({
        path: join(folder, 'libs', path.slice(1), 'src', 'index.js'),
      })),
  };
}

/** What is not installed is an option of the package that names it, which asks for it in vain as ever. */
const packagesInside = {
  name: 'packages inside',
  setup: ({ onResolve, resolve }) =>
    onResolve({ filter: /^[^./#]/ }, async ({ path, kind, resolveDir, pluginData }) => {
      if (kind === 'entry-point' || pluginData === 'asked') return undefined;
      if (LEFT_ALONE.test(path)) return { external: true };
      const found = await resolve(path, { kind, resolveDir, pluginData: 'asked' });
      return found.errors.length > 0 ? { external: true } : found;
    }),
};
