import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Where things lie in this checkout. */
export const checkout = {
  root,
  lockfile: join(root, 'package-lock.json'),
  modules: join(root, 'node_modules'),
  installStamp: join(root, 'node_modules', '.modelgate-install'),
  dist: join(root, 'dist'),
  buildStamp: join(root, 'dist', '.modelgate-build'),
  /** Beside the other, so that it goes with the build that it is about. */
  surveyStamp: join(root, 'dist', '.modelgate-survey'),
  builtWeb: join(root, 'dist', 'web'),
  webStamp: join(root, 'dist', 'web', '.modelgate-build'),
  /** Written by the build, and not in git. */
  webTypes: join(root, 'apps/web/src/api/schema.ts'),
  commandLine: new URL('../dist/apps/cli/src/command-line.js', import.meta.url),
  /** Holds the lock and half-made builds; ignored by git through a .gitignore of its own. */
  workshop: join(root, '.build'),
};
