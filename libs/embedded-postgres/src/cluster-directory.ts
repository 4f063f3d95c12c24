import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createFileOnce } from './durable-file.js';
import { readOptionalFile } from './optional-file.js';
import {
  canEnter,
  buildClusterOwner,
  runningAsRoot,
  type ServerUser,
  unprivilegedUser,
} from './server-user.js';
import { ensureSystemFolder, systemFolder } from './system-folder.js';

export interface ClusterPlace {
  directory: string;
  /** Undefined: the current user. */
  user: ServerUser | undefined;
  outsideDataFolder: boolean;
}

/** Creates the data folder where it is missing and returns its one true path. */
export function openDataFolder(dataDir: string): string {
  const path = resolve(dataDir);
  mkdirSync(dirname(path), { recursive: true });
  try {
    // As root the server's user has to pass through to its own folder, yet need not see what else is here.
    const mode = runningAsRoot() ? 0o711 : 0o700;
    mkdirSync(path);
    chmodSync(path, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return realpathSync(path);
}

/** Decides, once and for good, where the cluster of this data folder lives and who runs it. */
export function settleCluster(dataDir: string): ClusterPlace {
  const user = unprivilegedUser();
  const existing = findCluster(dataDir);
  if (existing) return { ...existing, user: user && ownerWithAccess(existing.directory, user) };

  const inside = join(dataDir, 'postgres');
  if (!user || (readClusterId(dataDir) === undefined && canEnter(user, dataDir))) {
    return { directory: inside, user, outsideDataFolder: false };
  }
  // A folder that only root may enter cannot be opened for the server without undoing someone's choice.
  ensureSystemFolder(user);
  createFileOnce(clusterIdFile(dataDir), `${randomBytes(8).toString('hex')}\n`);
  return { directory: clusterOutside(dataDir), user, outsideDataFolder: true };
}

/** The cluster this data folder already has, wherever that is. */
export function findCluster(dataDir: string): Omit<ClusterPlace, 'user'> | undefined {
  const inside = join(dataDir, 'postgres');
  if (isCluster(inside)) return { directory: inside, outsideDataFolder: false };
  if (readClusterId(dataDir) === undefined) return undefined;
  const outside = clusterOutside(dataDir);
  return isCluster(outside) ? { directory: outside, outsideDataFolder: true } : undefined;
}

export function isCluster(directory: string): boolean {
  return readOptionalFile(join(directory, 'PG_VERSION')) !== undefined;
}

function ownerWithAccess(directory: string, fallback: ServerUser): ServerUser {
  const owner = buildClusterOwner(directory, fallback);
  if (canEnter(owner, directory)) return owner;
  throw new Error(
    `The database in ${directory} belongs to user ${owner.uid}, who may not pass through a folder above it: ` +
      'allow that (chmod o+x on those folders), or move the data folder to a place open to that user.',
  );
}

function clusterOutside(dataDir: string): string {
  const id = readClusterId(dataDir);
  if (id === undefined || !/^[0-9a-f]+$/.test(id)) {
    throw new Error(`${clusterIdFile(dataDir)} is damaged: it should hold one hexadecimal id.`);
  }
  return join(systemFolder, id);
}

function readClusterId(dataDir: string): string | undefined {
  return readOptionalFile(clusterIdFile(dataDir))?.trim();
}

function clusterIdFile(dataDir: string): string {
  return join(dataDir, 'cluster-id');
}
