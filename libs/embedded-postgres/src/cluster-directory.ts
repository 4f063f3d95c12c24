import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createFileOnce } from './durable-file.js';
import { readOptionalFile } from './optional-file.js';
import {
  canEnter,
  ensureClusterOwner,
  isRunningAsRoot,
  type ServerUser,
  findUnprivilegedUser,
} from './server-user.js';
import { ensureSystemFolder, systemFolder } from './system-folder.js';

export interface ClusterLocation {
  directory: string;
  /** Undefined for the current user. */
  user: ServerUser | undefined;
  outsideDataFolder: boolean;
}

/** Creates the data folder if it is missing, and returns its path without symbolic links. */
export function openDataFolder(dataDir: string): string {
  const path = resolve(dataDir);
  mkdirSync(dirname(path), { recursive: true });
  try {
    // If we are root, the server's user must be able to enter its own folder, but not to list the data folder.
    const mode = isRunningAsRoot() ? 0o711 : 0o700;
    mkdirSync(path);
    chmodSync(path, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return realpathSync(path);
}

/** Decides where the cluster of this data folder is and which user runs it. The location never changes. */
export function chooseClusterLocation(dataDir: string): ClusterLocation {
  const user = findUnprivilegedUser();
  const existing = findCluster(dataDir);
  if (existing) return { ...existing, user: user && getOwnerWithAccess(existing.directory, user) };

  const inside = join(dataDir, 'postgres');
  if (!user || (readClusterId(dataDir) === undefined && canEnter(user, dataDir))) {
    return { directory: inside, user, outsideDataFolder: false };
  }
  // Only root can enter the data folder. That may be intended, so its permissions are not changed.
  ensureSystemFolder(user);
  createFileOnce(getClusterIdFile(dataDir), `${randomBytes(8).toString('hex')}\n`);
  return { directory: getOutsideDirectory(dataDir), user, outsideDataFolder: true };
}

/** The existing cluster of this data folder, inside or outside of it. */
export function findCluster(dataDir: string): Omit<ClusterLocation, 'user'> | undefined {
  const inside = join(dataDir, 'postgres');
  if (isCluster(inside)) return { directory: inside, outsideDataFolder: false };
  if (readClusterId(dataDir) === undefined) return undefined;
  const outside = getOutsideDirectory(dataDir);
  return isCluster(outside) ? { directory: outside, outsideDataFolder: true } : undefined;
}

export function isCluster(directory: string): boolean {
  return readOptionalFile(join(directory, 'PG_VERSION')) !== undefined;
}

function getOwnerWithAccess(directory: string, fallback: ServerUser): ServerUser {
  const owner = ensureClusterOwner(directory, fallback);
  if (canEnter(owner, directory)) return owner;
  throw new Error(
    `The database in ${directory} belongs to user ${owner.uid}, who cannot access a parent folder: ` +
      'run chmod o+x on those folders, or move the data folder to a path that this user can access.',
  );
}

function getOutsideDirectory(dataDir: string): string {
  const id = readClusterId(dataDir);
  if (id === undefined || !/^[0-9a-f]+$/.test(id)) {
    throw new Error(`${getClusterIdFile(dataDir)} is damaged: it must contain one hexadecimal id.`);
  }
  return join(systemFolder, id);
}

function readClusterId(dataDir: string): string | undefined {
  return readOptionalFile(getClusterIdFile(dataDir))?.trim();
}

function getClusterIdFile(dataDir: string): string {
  return join(dataDir, 'cluster-id');
}
