import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The paths in this checkout. */
export const checkout = {
  root,
  lockfile: join(root, 'package-lock.json'),
  modules: join(root, 'node_modules'),
  installStamp: join(root, 'node_modules', '.modelgate-install'),
  dist: join(root, 'dist'),
  buildStamp: join(root, 'dist', '.modelgate-build'),
  /** In `dist`, so that it is replaced together with the build. */
  fileTimesStamp: join(root, 'dist', '.modelgate-file-times'),
  builtWeb: join(root, 'dist', 'web'),
  webStamp: join(root, 'dist', 'web', '.modelgate-build'),
  /** Written by the build; not in git. */
  webTypes: join(root, 'apps/web/src/api/schema.ts'),
  commandLine: new URL('../dist/apps/cli/src/command-line.js', import.meta.url),
  /** Has the lock and unfinished builds, and its own .gitignore. */
  buildFolder: join(root, '.build'),
};
