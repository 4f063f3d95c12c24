import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Programs that are started often. Hundreds of small files cost a third of a second to load; one file does not. */
const PROGRAMS = ['apps/api/src/main.js', 'apps/worker/src/main.js'];

/** Puts all of our own code that a program needs into its main file. Packages stay where they are. */
export async function bundlePrograms(folder) {
  const { build } = await import('esbuild');
  await Promise.all(
    PROGRAMS.filter((program) => existsSync(join(folder, program))).map((program) =>
      build({
        entryPoints: [join(folder, program)],
        outfile: join(folder, program),
        allowOverwrite: true,
        bundle: true,
        packages: 'external',
        platform: 'node',
        format: 'esm',
        target: 'node20',
        keepNames: true,
        logLevel: 'warning',
        plugins: [librariesIn(folder)],
      }),
    ),
  );
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
